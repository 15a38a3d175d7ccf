import type { Flag } from "../measure/flags.js";
import { callbackMemory, outcomeVerdict } from "./callback-memory.js";
import { type AttemptState, coordinatesId } from "./case-state.js";
import type { CampaignFold } from "./fold.js";
import { growthBytes } from "./memory-verdict.js";
import type { QualificationRecord, QualifiedSubject } from "./provenance-records.js";
import type { OutcomeRecord } from "./records.js";

/** What is judged: the sweeps of one device within one qualification. */
export interface QualificationRun extends Pick<QualificationRecord, "qualification" | "allowFlags"> {
  /** The device that ran the sweeps. */
  readonly device: string;
  readonly cases: QualifiedSubject["cases"];
}

/**
 * What is wrong with the sweeps of a qualification; nothing: they passed. Each must have run whole in the first worker,
 * released its layer's memory, and have no flag but those allowed.
 */
export function qualificationFaults(fold: CampaignFold, run: QualificationRun): string[] {
  const attempts = qualificationAttempts(fold, run);
  const workers = new Set(attempts.map(({ record }) => record.worker));
  return [
    ...(workers.size > 1 ? [`it took ${workers.size} workers, and the sweeps of one must follow one another`] : []),
    ...run.cases.flatMap((key, index) => {
      const name = `callback ${index + 1} of ${run.cases.length} (${fold.nameOf(key)})`;
      const attempt = attempts[index];
      const faults = attempt ? attemptFaults(fold, attempt, run.allowFlags) : ["did not run"];
      return faults.map((fault) => `${name} ${fault}`);
    }),
  ];
}

/** The attempts of a qualification on one device, in their order. */
export function qualificationAttempts(
  fold: CampaignFold,
  { qualification, device }: Pick<QualificationRun, "qualification" | "device">,
): AttemptState[] {
  return fold.attempts.filter(({ record }) => record.qualification === qualification && record.device === device);
}

function attemptFaults(fold: CampaignFold, attempt: AttemptState, allowFlags: readonly Flag[]): string[] {
  const { record, outcome, qualified } = attempt;
  if (outcome === null) return ["did not end"];
  if (outcome.outcome !== "passed") {
    const why = outcome.failure ? ` (${outcome.failure.class}: ${outcome.failure.message.split("\n", 1)[0]})` : "";
    return [`${outcome.outcome}${why}`];
  }
  const flagged = qualified.flatMap((point) => {
    const flags = point.flags.filter((flag) => !allowFlags.includes(flag));
    return flags.length === 0 ? [] : [`${coordinatesId(point.record.coordinates)} ${flags.join(" ")}`];
  });
  return [
    ...(qualified.length < record.points ? [`measured ${qualified.length} of ${record.points} points`] : []),
    ...memoryFaults(outcome, fold.weightBytesOf(outcome.case)),
    ...(flagged.length > 0 ? [`is flagged at ${flagged.join(", ")}`] : []),
  ];
}

/** Layers too small to be told from the allocator's own movement are judged by the count of layers alive alone. */
function memoryFaults(outcome: OutcomeRecord, weightBytes: number): string[] {
  const memory = callbackMemory(outcome);
  if (!memory || growthBytes(memory.before, memory.afterReturn) === null)
    return ["left memory that cannot be read here"];
  if (outcome.reclaim?.error) return [`was followed by a collection that failed: ${outcome.reclaim.error.message}`];
  const verdict = outcomeVerdict(outcome, weightBytes);
  if (verdict === "reachable" || verdict === "retained") return [`did not release its layer: ${verdict}`];
  const alive = (memory.afterReclaim ?? memory.afterReturn).layersAlive ?? 0;
  return verdict === null && alive > (memory.before.layersAlive ?? 0)
    ? ["did not release its layer: one more is alive"]
    : [];
}
