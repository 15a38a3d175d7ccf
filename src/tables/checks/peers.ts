import { median } from "simple-statistics";
import { numberFormat, type Peak } from "../kinds/number-format.js";
import { cellAt } from "../table.js";
import { commonPoints } from "./related-curves.js";
import type { ShapeCurve } from "./shape-peers.js";

/** How many times the arithmetic of bfloat16 a device's other arithmetic does, as the data sheets of GPUs have it. */
const SPEED: Readonly<Record<Peak, number>> = { bfloat16: 1, int8: 2, fp8: 2, fp4: 4 };

/** Latency that others of a shape suggest for a curve's sizes. */
export interface Suggestion {
  /** [points of the curve] in ms: the one in the middle of the others'; NaN where none has the size. */
  readonly latencies: Float64Array;
  /** [points of the curve] how many others have the size. */
  readonly counts: Int32Array;
}

const suggestions = new WeakMap<ShapeCurve, Suggestion>();

/** What a curve's peers suggest for it, worked out once. */
export function suggestion(own: ShapeCurve, peers: readonly ShapeCurve[]): Suggestion {
  const known = suggestions.get(own) ?? suggested(own, peers);
  suggestions.set(own, known);
  return known;
}

/**
 * Latencies of a peer whose number format moves fewer bytes or multiplies faster
 * are stretched by that factor, so that only what formats do not explain is left.
 */
function suggested({ curve, table }: ShapeCurve, peers: readonly ShapeCurve[]): Suggestion {
  const own = formatOf(table.kind.dtype && cellAt(table.table, table.kind.dtype, curve.rows[0] ?? 0));
  const found = Array.from(curve.sizes, (): number[] => []);
  for (const peer of peers) {
    const other = formatOf(
      peer.table.kind.dtype && cellAt(peer.table.table, peer.table.kind.dtype, peer.curve.rows[0] ?? 0),
    );
    const stretch = own && other ? Math.max(1, own.bytes / other.bytes, SPEED[other.peak] / SPEED[own.peak]) : 1;
    for (const [point, place] of commonPoints(curve, peer.curve)) {
      found[point]?.push((peer.curve.latencies[place] ?? NaN) * stretch);
    }
  }
  return {
    latencies: Float64Array.from(found, (values) => (values.length === 0 ? NaN : median(values))),
    counts: Int32Array.from(found, ({ length }) => length),
  };
}

function formatOf(dtype: unknown) {
  return typeof dtype === "string" ? numberFormat(dtype) : null;
}
