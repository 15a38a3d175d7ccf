import { experimentResult } from "../../experiment/result.js";
import type { CaseState } from "../../ledger/case-state.js";
import { countsOf } from "../../ledger/counts.js";
import type { CampaignFold } from "../../ledger/fold.js";
import { demonstrationsOf } from "../../ledger/publication.js";
import { workerMemories } from "../../ledger/worker-memory.js";
import type { ReportData } from "./data.js";
import { reportedFailures } from "./failure-data.js";
import { reportMemory } from "./memory-data.js";
import { provenanceFacts } from "./provenance-facts.js";
import { olderPoints, reportCase } from "./report-case.js";

/** Folds the campaign in a folder into what its report shows. */
export function reportData(fold: CampaignFold, directory: string): ReportData {
  const states = fold.planned();
  return {
    schema_version: 1,
    campaign: { name: fold.name, startedAt: fold.startedAt, lastRecordAt: fold.lastRecordAt },
    totals: { ...countsOf(fold), timedSeconds: timedSeconds(states) },
    cases: states.map((state) => reportCase(state, directory, olderPoints(fold))),
    refusals: fold.plan?.refusals ?? [],
    provenance: provenanceFacts(fold),
    failureGroups: reportedFailures(fold, directory),
    memory: workerMemories(fold).map(reportMemory),
    experiment: experimentResult(fold),
    demonstrations: demonstrationsOf(fold.plan?.cases ?? []),
  };
}

function timedSeconds(states: readonly CaseState[]): number {
  const points = states.flatMap((state) => [...state.points.values()]);
  return points.reduce((sum, { samplesNs }) => sum + samplesNs.reduce((part, ns) => part + ns, 0), 0) / 1e9;
}
