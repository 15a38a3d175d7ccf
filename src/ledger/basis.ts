import type { Origin } from "./origin.js";
import type { QualificationRecord, RuntimeClosure } from "./provenance-records.js";

/** The environment in which a device measures. */
interface DeviceEnvironment {
  readonly runtime: string;
  readonly environment: string | null;
}

/**
 * What a campaign's points must have been measured with to be current: the closures of each runtime, and an environment
 * of one of its devices. The run and the workers that measure the first points of these found it; from then on a
 * qualification that passed alone can move it. A device that joins later brings its environment along.
 */
export class Basis {
  readonly #closures = new Map<string, ReadonlySet<string | null>>();
  readonly #environments = new Map<string, DeviceEnvironment>();
  /** Of what a point was measured: of these the basis stands. */
  readonly #measuredRuntimes = new Set<string>();
  readonly #measuredDevices = new Set<string>();

  /** The closures of a runtime that count; `null`: no point of it was measured, and any may. */
  closuresOf(runtime: string): ReadonlySet<string | null> | null {
    return this.#measuredRuntimes.has(runtime) ? (this.#closures.get(runtime) ?? null) : null;
  }

  /** The environment of a device that counts; `undefined`: no point was measured on it, and any may. */
  environmentOf(device: string): string | null | undefined {
    return this.#measuredDevices.has(device) ? this.#environments.get(device)?.environment : undefined;
  }

  /** Whether points of an origin are current. */
  covers({ runtime, closure, environment }: Pick<Origin, "runtime" | "closure" | "environment">): boolean {
    // Journals of old name no sources at all.
    if (this.#closures.size === 0) return closure === null;
    if (this.#closures.get(runtime)?.has(closure) !== true) return false;
    for (const known of this.#environments.values()) {
      if (known.runtime === runtime && known.environment === environment) return true;
    }
    return false;
  }

  /** A run begins, with these sources. */
  foundSources(closures: readonly RuntimeClosure[]): void {
    const open = closures.filter(({ runtime }) => !this.#measuredRuntimes.has(runtime));
    for (const { runtime } of open) this.#closures.delete(runtime);
    for (const { runtime, closure } of open) this.#accept(runtime, closure);
  }

  /**
   * A worker has loaded. Sources that no run named before are those of an Assay that did not record them.
   * @returns whether that changes what counts
   */
  foundWorker({ runtime, device, closure, environment }: Origin): boolean {
    if (!this.#closures.has(runtime) && closure === null) this.#accept(runtime, null);
    if (this.#measuredDevices.has(device) || this.#environments.get(device)?.environment === environment) return false;
    this.#environments.set(device, { runtime, environment });
    return true;
  }

  /** A point was measured. */
  measured({ runtime, device }: Origin): void {
    this.#measuredRuntimes.add(runtime);
    this.#measuredDevices.add(device);
  }

  /** A qualification has passed: what it ran takes the place of all that counted before in its runtimes. */
  qualify({ subjects }: Pick<QualificationRecord, "subjects">): void {
    const runtimes = new Set(subjects.map(({ runtime }) => runtime));
    for (const runtime of runtimes) this.#closures.delete(runtime);
    for (const [device, { runtime }] of this.#environments)
      if (runtimes.has(runtime)) this.#environments.delete(device);
    for (const { runtime, closure, environment, devices } of subjects) {
      this.#accept(runtime, closure);
      for (const device of devices) this.#environments.set(device, { runtime, environment });
    }
  }

  #accept(runtime: string, closure: string | null): void {
    this.#closures.set(runtime, new Set([...(this.#closures.get(runtime) ?? []), closure]));
  }
}
