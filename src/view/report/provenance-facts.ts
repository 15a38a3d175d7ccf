import type { CampaignFold, WorkerState } from "../../ledger/fold.js";
import { demonstrationsOf } from "../../ledger/publication.js";
import { bytesText } from "../quantities.js";
import type { ReportData } from "./data.js";
import type { ReportStanding } from "./standing.js";
import { standingFacts } from "./standing-facts.js";

type Group = ReportData["provenance"][number];

/** What produced the numbers: their standing, each worker with its versions, device and clock. */
export function provenanceFacts(fold: CampaignFold, standing: ReportStanding, at = new Date()): Group[] {
  return [
    ...demonstrationFacts(fold),
    ...standingFacts(fold, standing, at),
    ...[...fold.workers.values()].map(workerFacts),
  ];
}

function demonstrationFacts(fold: CampaignFold): Group[] {
  const callbacks = demonstrationsOf(fold.plan?.cases ?? []);
  if (callbacks.length === 0) return [];
  return [{ title: "demonstration", facts: [["never published", `points of ${callbacks.join(", ")}`]] }];
}

function workerFacts({ record, end }: WorkerState): Group {
  const { clock, memory } = record;
  return {
    title: `worker ${record.worker}`,
    facts: [
      ["device", record.device],
      ["runtime", record.runtime],
      ...Object.entries(record.versions).map(([name, version]) => [name, version] as const),
      ...Object.entries(record.facts).map(([name, value]) => [name, factText(name, value)] as const),
      ["clock", `${clock.name}, resolution ${clock.resolutionNs} ns, one reading costs ${clock.costNs} ns`],
      [
        "private memory after load",
        memory.privateBytes === null ? "not available here" : bytesText(memory.privateBytes),
      ],
      ["ended", end?.reason ?? "not yet"],
    ],
  };
}

/** A fact of a device as its worker told it; amounts of memory with a unit. */
function factText(name: string, value: string | number | null): string {
  if (value === null) return "not known";
  return typeof value === "number" && name.endsWith("Bytes") ? bytesText(value) : String(value);
}
