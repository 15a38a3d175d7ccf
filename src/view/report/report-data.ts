import { experimentResult } from "../../experiment/result.js";
import { countsOf } from "../../ledger/counts.js";
import type { CampaignFold } from "../../ledger/fold.js";
import { demonstrationsOf } from "../../ledger/publication.js";
import { workerMemories } from "../../ledger/worker-memory.js";
import { campaignCheck } from "./campaign-check.js";
import type { ReportData } from "./data.js";
import { reportedFailures } from "./failure-data.js";
import { reportHistory } from "./history.js";
import { reportMemory } from "./memory-data.js";
import { provenanceFacts } from "./provenance-facts.js";
import { reportStanding } from "./standing.js";
import { olderPoints, reportCase } from "./report-case.js";

/** Folds the campaign in a folder into what its report shows. */
export function reportData(fold: CampaignFold, directory: string): ReportData {
  const states = fold.planned();
  const standing = reportStanding(fold);
  const context = { fold, directory, isOlder: olderPoints(fold) };
  return {
    schema_version: 1,
    campaign: { name: fold.name, startedAt: fold.startedAt, lastRecordAt: fold.lastRecordAt },
    totals: { ...countsOf(fold), callbackSeconds: callbackSeconds(fold) },
    cases: states.map((state) => reportCase(state, context)),
    refusals: fold.plan?.refusals ?? [],
    provenance: provenanceFacts(fold, standing),
    failureGroups: reportedFailures(fold, directory),
    memory: reportMemory(workerMemories(fold), fold.plan),
    experiment: experimentResult(fold),
    check: campaignCheck(fold, directory),
    standing,
    history: reportHistory(fold),
    demonstrations: demonstrationsOf(fold.plan?.cases ?? []),
  };
}

/** The time that callbacks ran in all, in seconds. */
export function callbackSeconds({ attempts }: CampaignFold): number {
  return attempts.reduce((sum, { outcome }) => sum + (outcome?.durationMs ?? 0), 0) / 1000;
}
