import type { CampaignFold } from "../ledger/fold.js";
import type { WorkerRecord } from "../ledger/records.js";

/** Facts of a device that make it another one; the rest (its name, its memory) may change without changing a latency. */
const identifyingFacts = ["kind", "model", "architecture", "threads"];

type Environment = Pick<WorkerRecord, "versions" | "facts">;

/** The campaign's points were measured with other versions, or on another device. */
export class EnvironmentDiffers extends Error {
  override readonly name = "EnvironmentDiffers";
  constructor(
    device: string,
    /** E.g. `onnxruntime: 1.30.0 then, 1.31.0 now`. */
    readonly differences: readonly string[],
  ) {
    super(
      `${device} is not what this campaign's points were measured on: ${differences.join("; ")}. Nothing was written. ` +
        "Go back to that environment, or measure in a new folder (--dir).",
    );
  }
}

/**
 * Checks that a worker found the environment in which the device's earlier points were measured.
 * @throws EnvironmentDiffers naming both values of all that differs
 */
export function checkEnvironment(
  fold: CampaignFold,
  device: string,
  loaded: { readonly versions: Environment["versions"]; readonly device: Environment["facts"] },
): void {
  const before = measuredOn(fold, device);
  if (!before) return;
  const differences = environmentDifferences(before, { versions: loaded.versions, facts: loaded.device });
  if (differences.length > 0) throw new EnvironmentDiffers(device, differences);
}

/** What differs between two environments, each with both values. */
export function environmentDifferences(before: Environment, now: Environment): string[] {
  const [then, today] = [before, now].map(identity);
  const names = [...new Set([...Object.keys(then ?? {}), ...Object.keys(today ?? {})])];
  return names.flatMap((name) => {
    const [was, is] = [then?.[name] ?? "not known", today?.[name] ?? "not known"];
    return was === is ? [] : [`${name}: ${was} then, ${is} now`];
  });
}

function identity({ versions, facts }: Environment): Record<string, string | number | null> {
  const known = Object.entries(facts).filter(([name]) => identifyingFacts.includes(name));
  return { ...versions, ...Object.fromEntries(known) };
}

/** The last worker of a device that measured a point which still counts. */
function measuredOn(fold: CampaignFold, device: string): WorkerRecord | null {
  const measured = [...fold.cases.values()].flatMap(({ points }) => [...points.values()].map(({ record }) => record.attempt));
  const attempts = new Set(measured);
  const workers = new Set(fold.attempts.filter(({ record }) => attempts.has(record.attempt)).map(({ record }) => record.worker));
  return [...fold.workers.values()].findLast(({ record }) => record.device === device && workers.has(record.worker))?.record ?? null;
}
