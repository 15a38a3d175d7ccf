import { type Agreement, type ComparedPoint, placeOf } from "../../ledger/agreement.js";
import { countText, latencyText } from "../quantities.js";
import { textTable } from "./text-table.js";

const MOST_ROWS = 20;
const columns = [
  { heading: "point" },
  { heading: "older", align: "right" },
  { heading: "qualified", align: "right" },
  { heading: "difference", align: "right" },
  { heading: "allowed", align: "right" },
] as const;

/** How older points compare with those of a qualification; where they do not agree, the points that differ most. */
export function agreementText({ points, shift, shiftTolerance, agrees }: Agreement): string {
  const differing = points.filter((point) => !point.agrees);
  const worst = differing.toSorted((one, other) => Math.abs(other.difference) - Math.abs(one.difference));
  const head = `${countText(points.length, "point")} compared, ${differing.length} differ; all together ${share(shift)} (allowed ±${share(shiftTolerance, "")})\n`;
  if (agrees || worst.length === 0) return head;
  const more = worst.length - MOST_ROWS;
  return head + textTable(columns, worst.slice(0, MOST_ROWS).map(row)) + (more > 0 ? `and ${more} more\n` : "");
}

function row(point: ComparedPoint): string[] {
  const allowed = point.tolerance === null ? "too few samples" : `±${share(point.tolerance, "")}`;
  return [placeOf(point), latencyText(point.olderMs), latencyText(point.qualifiedMs), share(point.difference), allowed];
}

function share(value: number, plus = "+"): string {
  return `${value >= 0 ? plus : ""}${(100 * value).toFixed(1)} %`;
}
