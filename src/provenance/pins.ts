import type { Facts } from "./device-identity.js";
import type { LoadedFacts } from "./environment.js";
import type { GitState } from "./git-state.js";
import type { SourceClosure } from "./source-closure.js";
import type { Pins } from "../plan/plan.js";

/** One value that is not what the campaign file pinned. */
export interface BrokenPin {
  /** As in the campaign file: `source.commit`, `environment.onnxruntime`. */
  readonly pin: string;
  readonly wanted: string;
  /** What is there instead, in words where there is none. */
  readonly found: string;
}

/** What is here is not what the campaign file pinned. */
export class PinBroken extends Error {
  override readonly name = "PinBroken";
  constructor(readonly broken: readonly BrokenPin[]) {
    const lines = broken.map(({ pin, wanted, found }) => `  ${pin}: ${wanted} is pinned, ${found} is here`);
    super(`the campaign is pinned to something else. Nothing was written.\n${lines.join("\n")}`);
  }
}

/** The sources that a device's workers load. */
export interface PinnedSource {
  readonly closure: SourceClosure;
  readonly git: GitState | null;
}

/** Checks the pins of sources: the commit of their repository, and the closure itself. Both may be a hash's beginning. */
export function brokenSourcePins({ source }: Pins, sources: readonly PinnedSource[]): BrokenPin[] {
  return sources.flatMap(({ closure, git }) => [
    ...hashPin("source.commit", source?.commit, git?.commit ?? "no git commit"),
    ...hashPin("source.closure", source?.closure, closure.hash),
  ]);
}

/** Checks the pins of versions and device against what a worker found. */
export function brokenEnvironmentPins({ environment = {}, device = {} }: Pins, loaded: LoadedFacts): BrokenPin[] {
  return [
    ...factPins("environment", environment, { ...loaded.device, ...loaded.versions }),
    // What a campaign file calls the device's name is the model: its own name in the file is known already.
    ...factPins("device", device, { ...loaded.device, name: loaded.device["model"] ?? null }),
  ];
}

/** @throws PinBroken where there are any, each told once */
export function refuseBroken(broken: readonly BrokenPin[]): void {
  const once = new Map(broken.map((one) => [`${one.pin} ${one.found}`, one]));
  if (once.size > 0) throw new PinBroken([...once.values()]);
}

function hashPin(pin: string, wanted: string | undefined, found: string): BrokenPin[] {
  return wanted === undefined || found.startsWith(wanted) ? [] : [{ pin, wanted, found }];
}

function factPins(group: string, pins: Facts, found: Facts): BrokenPin[] {
  return Object.entries(pins)
    .filter(([name, wanted]) => String(found[name] ?? "") !== String(wanted))
    .map(([name, wanted]) => ({
      pin: `${group}.${name}`,
      wanted: String(wanted),
      found: String(found[name] ?? "nothing of that name"),
    }));
}
