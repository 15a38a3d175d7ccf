import type { ReportAttempt, ReportCase } from "./report.js";

export type AttemptFailure = NonNullable<ReportAttempt["failure"]>;

/** Cases that ended with the same class and message: one finding. */
export interface FailureGroup {
  readonly failure: AttemptFailure;
  readonly cases: readonly ReportCase[];
}

/** What still stands as failed, grouped, the largest group first. A case that passed in a later attempt is not in it. */
export function failureGroups(cases: readonly ReportCase[]): readonly FailureGroup[] {
  const groups = new Map<string, FailureGroup>();
  for (const one of cases) {
    const failure = standingFailure(one);
    if (failure === null) continue;
    const name = `${failure.class}\n${failureMessage(failure)}`;
    const known = groups.get(name);
    groups.set(name, { failure: known?.failure ?? failure, cases: [...(known?.cases ?? []), one] });
  }
  return [...groups.values()].toSorted((left, right) => right.cases.length - left.cases.length);
}

/** The failure of a case's last attempt; `null` where none stands. */
function standingFailure(one: ReportCase): AttemptFailure | null {
  return one.attempts.at(-1)?.failure ?? null;
}

/** `Error: message` of the original error, or the last line of output where there was no error to keep. */
export function failureMessage({ error, lastOutput }: AttemptFailure): string {
  if (error !== null) return `${error.type}: ${error.message}`;
  return lastOutput.trimEnd().split("\n").at(-1) ?? "";
}
