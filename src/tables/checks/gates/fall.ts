import { type CheckedTable, scopeOf } from "../checked-table.js";
import { type CurveSet, curveSets, type SetCurve } from "../curve-set.js";
import { curveEvidence, latency, times } from "../evidence.js";
import type { Gate, GateFinding } from "../gate.js";
import type { Thresholds } from "../thresholds.js";

export const fallGate: Gate = {
  name: "fall",
  severity: "notice",
  looksFor: "latency that falls, beyond what repeats of a point differ by, while the work grows",
  needs: "curves of at least three points",
  todo: "look whether the kernel changes there; if it does, pad small batches up to the faster size; if not, measure both points again",
  find: ({ tables, thresholds }) =>
    tables.flatMap((table) =>
      curveSets(table).flatMap((set) => set.curves.flatMap((curve) => findFalls(table, set, { curve, thresholds }))),
    ),
};

interface CurveContext {
  readonly curve: SetCurve;
  readonly thresholds: Thresholds;
}

/** A fall from the first point is a cold one's, and told as such. */
function findFalls(table: CheckedTable, set: CurveSet, { curve, thresholds }: CurveContext): GateFinding[] {
  const { latencies, sizes } = curve;
  const falls: number[] = [];
  for (let point = 2; point < latencies.length; point += 1) {
    if ((latencies[point - 1] ?? 0) / (latencies[point] ?? Infinity) > thresholds.fall_ratio) falls.push(point);
  }
  const ratioAt = (point: number) => (latencies[point - 1] ?? 0) / (latencies[point] ?? Infinity);
  const [worst] = falls.toSorted((one, other) => ratioAt(other) - ratioAt(one));
  if (worst === undefined) return [];
  const more = falls.length > 1 ? `; ${falls.length} falls in all` : "";
  return [
    {
      file: table.file,
      scope: scopeOf(table, curve.rows[worst] ?? 0, set.fixed),
      rows: falls.flatMap((point) => [point - 1, point].map((place) => table.rowNumbers[curve.rows[place] ?? 0] ?? 0)),
      says:
        `from ${set.axis} ${sizes[worst - 1]} to ${sizes[worst]} it falls from ${latency(latencies[worst - 1] ?? 0)} ` +
        `to ${latency(latencies[worst] ?? 0)}, ${times(ratioAt(worst))}${more}`,
      excess: ratioAt(worst),
      numbers: { ratio: ratioAt(worst), falls: falls.length },
      evidence: curveEvidence(curve, falls),
    },
  ];
}
