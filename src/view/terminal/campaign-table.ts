import { type CaseState, coordinatesId, plannedIds, progressOf } from "../../ledger/case-state.js";
import { countsOf } from "../../ledger/counts.js";
import type { CampaignFold } from "../../ledger/fold.js";
import { countText, latencyText } from "../quantities.js";
import { textTable } from "./text-table.js";

const columns = [
  { heading: "case" },
  { heading: "state" },
  { heading: "points", align: "right" },
  { heading: "smallest", align: "right" },
  { heading: "median", align: "right" },
  { heading: "largest", align: "right" },
  { heading: "median", align: "right" },
  { heading: "flags" },
] as const;

/** Where a campaign stands: a line a case, what is not planned any more, and the sum. */
export function campaignTable(fold: CampaignFold): string {
  const table = textTable(columns, fold.planned().map(row));
  return [table, ...fold.dropped().map(droppedLine), summaryLine(fold)].join("");
}

/** `6 of 6 cases done, 48 of 48 points, 2 flagged`. */
export function summaryLine(fold: CampaignFold): string {
  const { cases, points } = countsOf(fold);
  const failed = cases.failed > 0 ? `, ${cases.failed} failed` : "";
  const left = cases.left > 0 ? `, ${cases.left} left` : "";
  const flagged = points.flagged > 0 ? `, ${points.flagged} flagged` : "";
  const older = points.older > 0 ? `, ${points.older} older` : "";
  return `${cases.done} of ${countText(cases.planned, "case")} done${failed}${left}; ${points.done} of ${countText(points.planned, "point")}${older}${flagged}\n`;
}

function row(state: CaseState): string[] {
  const ids = plannedIds(state);
  const name = `${state.planned?.name ?? state.key}${state.arm === null ? "" : ` [${state.arm}]`}`;
  const measured = ids.flatMap((id) => state.points.get(id) ?? []);
  const ends = [measured[0], measured.at(-1)].flatMap((point) =>
    point ? [coordinatesId(point.record.coordinates), latencyText(point.statistics.medianMs)] : ["", ""],
  );
  const flags = new Set([...state.points.values()].flatMap(({ flags }) => flags));
  return [name, progressOf(state), `${measured.length}/${ids.length}`, ...ends, [...flags].join(" ")];
}

function droppedLine({ key, dropped, points }: CaseState): string {
  return `${dropped?.name ?? key}: no longer planned; its ${countText(points.size, "point")} stay in the journal\n`;
}
