import { failureGroups } from "../../ledger/failure-groups.js";
import type { CampaignFold } from "../../ledger/fold.js";
import { resumeCommand } from "../terminal/resume-command.js";
import type { ReportFailureGroup } from "./data.js";

/** The failures that stand in the campaign in `directory`, each group with the command that runs just it again. */
export function reportedFailures(fold: CampaignFold, directory: string): ReportFailureGroup[] {
  return failureGroups(fold).map((group) => ({ ...group, again: resumeCommand(directory, "--only", group.id) }));
}
