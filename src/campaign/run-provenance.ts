import type { RuntimeClosure, WorkerProvenance } from "../ledger/provenance-records.js";
import type { DeviceSpec } from "../plan/campaign-schema.js";
import { FAR_HOST, hostFacts } from "../provenance/device-identity.js";
import { type Environment, environmentOf, type LoadedFacts } from "../provenance/environment.js";
import { brokenEnvironmentPins, brokenSourcePins, refuseBroken } from "../provenance/pins.js";
import { assayCommand } from "./assay-command.js";
import type { Campaign } from "./campaign.js";
import { closureOfDevice, type DeviceSources, sourcesOf } from "./device-sources.js";

/** The sources changed while the campaign ran: a worker that starts now measures something else. */
export class SourcesMoved extends Error {
  override readonly name = "SourcesMoved";
  constructor(device: string, directory: string) {
    super(
      `the sources of ${device}'s workers changed while the campaign ran, so no worker was started with them. ` +
        `What was measured is kept. What changed: ${assayCommand("provenance", directory, "--diff")}`,
    );
  }
}

/** With what a run measures: its sources, taken at its start, and the environment of each worker. */
export class RunProvenance {
  readonly #sources: ReadonlyMap<string, DeviceSources>;

  constructor(
    private readonly campaign: Campaign,
    sources: readonly DeviceSources[] = sourcesOf(campaign.plan.devices),
  ) {
    this.#sources = new Map(sources.map((source) => [source.device, source]));
  }

  /** The closures of all workers that this run may start, each once. */
  get closures(): RuntimeClosure[] {
    const once = new Map([...this.#sources.values()].map(({ closure: { hash, runtime } }) => [hash, runtime]));
    return [...once].map(([closure, runtime]) => ({ runtime, closure }));
  }

  /**
   * The environment of a worker that has loaded. Its pins hold, and the sources are still those of the run's start.
   * @throws PinBroken, SourcesMoved
   */
  inspect(device: DeviceSpec, loaded: LoadedFacts): Environment {
    const { plan, directory } = this.campaign;
    const source = this.#sourceOf(device.name);
    if (closureOfDevice(device).hash !== source.closure.hash) throw new SourcesMoved(device.name, directory);
    refuseBroken([...brokenSourcePins(plan.pins ?? {}, [source]), ...brokenEnvironmentPins(plan.pins ?? {}, loaded)]);
    return environmentOf(loaded, device.launch === undefined ? hostFacts() : FAR_HOST);
  }

  /** Writes the closures that the journal does not have yet. */
  async recordSources(): Promise<void> {
    const { campaign } = this;
    const once = new Map([...this.#sources.values()].map(({ closure }) => [closure.hash, closure]));
    const missing = [...once.values()].filter(({ hash }) => !campaign.fold.provenance.closures.has(hash));
    await Promise.all(missing.map(({ hash, ...parts }) => campaign.append("closure", { closure: hash, ...parts })));
  }

  /** What a worker's record says of its provenance; writes its environment where the journal does not have it yet. */
  async recordEnvironment(device: string, { hash, identity, moment }: Environment): Promise<WorkerProvenance> {
    const { campaign } = this;
    if (!campaign.fold.provenance.environments.has(hash))
      await campaign.append("environment", { environment: hash, identity });
    const { closure, git } = this.#sourceOf(device);
    return { closure: closure.hash, environment: hash, moment, git };
  }

  #sourceOf(device: string): DeviceSources {
    const source = this.#sources.get(device);
    if (!source) throw new Error(`the sources of ${device} were not read`);
    return source;
  }
}
