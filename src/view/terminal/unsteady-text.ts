import type { UnsteadyPoint } from "../../campaign/unsteady.js";
import { coordinatesId } from "../../ledger/case-state.js";
import { countText } from "../quantities.js";

const SHOWN_POINTS = 10;

/** Points that stayed flagged however often they were measured; empty for none. */
export function unsteadyText(points: readonly UnsteadyPoint[]): string {
  if (points.length === 0) return "";
  const left = points.length - SHOWN_POINTS;
  const lines = points.slice(0, SHOWN_POINTS).map(pointText);
  return [...lines, ...(left > 0 ? [`and ${countText(left, "more unsteady point")}`] : []), ""].join("\n");
}

function pointText({ name, arm, coordinates, flags, timesMeasured, deviceClockMhz }: UnsteadyPoint): string {
  const clock = deviceClockMhz
    ? ` (its clock fell to ${deviceClockMhz.lowest} of ${deviceClockMhz.sustained} MHz)`
    : "";
  const place = `${name}${arm === null ? "" : ` [${arm}]`} at ${coordinatesId(coordinates)}`;
  return `unsteady: ${flags.join(", ")}${clock}: ${place}, measured ${timesMeasured} times`;
}
