import { assayCommand } from "../../campaign/assay-command.js";
import { shortKey } from "../../identity/keys.js";
import type { CampaignFold } from "../../ledger/fold.js";
import { hasPassed } from "../../ledger/provenance-state.js";
import type { QualificationRecord, QualifiedSubject } from "../../ledger/provenance-records.js";
import { countText } from "../quantities.js";

/** How a qualification went, with what was wrong and the way on. */
export function qualificationText(fold: CampaignFold, record: QualificationRecord, directory: string): string {
  const passed = hasPassed(record);
  const wayOn = passed
    ? `Go on with: ${assayCommand("resume", directory)}`
    : `Nothing changed for the campaign's points. Look into it, then once more: ${assayCommand("qualify", directory)}`;
  return [
    `qualification ${record.qualification} ${passed ? "passed" : "failed"}`,
    ...record.subjects.flatMap((subject) => subjectLines(fold, subject)),
    ...(record.allowFlags.length > 0 ? [`  allowed flags: ${record.allowFlags.join(", ")}`] : []),
    ...(record.subjects.some(({ faults }) => faults.some((fault) => fault.includes("is flagged")))
      ? [flagHint(directory)]
      : []),
    wayOn,
    "",
  ].join("\n");
}

function subjectLines(
  fold: CampaignFold,
  { runtime, devices, closure, environment, cases, faults }: QualifiedSubject,
): string[] {
  const names = [...new Set(cases)].map((key) => fold.nameOf(key));
  return [
    `  ${runtime} on ${devices.join(", ")}: sources ${shortKey(closure)}, environment ${shortKey(environment)}`,
    `  ${countText(cases.length, "full sweep")}: ${names.join("; ")}`,
    ...faults.map((fault) => `  - ${fault}`),
  ];
}

function flagHint(directory: string): string {
  return `  On a machine that cannot be calm, a flag can be let pass, and stands in the record: ${assayCommand("qualify", directory, "--allow-flag", "noisy")}`;
}
