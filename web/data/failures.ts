import type { ReportAttempt } from "./report.js";

export type AttemptFailure = NonNullable<ReportAttempt["failure"]>;

/** `Error: message` of the original error, or the last line of output where there was no error to keep. */
export function failureMessage({ error, lastOutput }: AttemptFailure): string {
  if (error !== null) return `${error.type}: ${error.message}`;
  return lastOutput.trimEnd().split("\n").at(-1) ?? "";
}
