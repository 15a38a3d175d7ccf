import type { Curve } from "../curves.js";
import type { CellEvidence, CurveEvidence, EvidencePoint } from "./finding.js";

/** The points of a curve. */
export function evidencePoints({ sizes, latencies }: Curve): EvidencePoint[] {
  return Array.from(sizes, (size, index) => ({ size, latencyMs: latencies[index] ?? 0 }));
}

/** More curves than these say no more, and a check may have thousands of findings. */
const MOST_OTHERS = 3;

/** A curve as evidence: which of its points are meant, and the first few of those that it is compared with. */
export function curveEvidence(
  curve: Curve,
  bad: readonly number[],
  others: CurveEvidence["others"] = [],
): CurveEvidence {
  const sizes = new Set(curve.sizes);
  const shown = others.slice(0, MOST_OTHERS).map(({ label, points }) => ({
    label,
    points: points.filter(({ size }) => sizes.has(size)),
  }));
  return { kind: "curve", axis: curve.axis, points: evidencePoints(curve), bad, others: shown };
}

/** More rows than these say no more. */
const MOST_ROWS = 8;

/** Cells as evidence; of many rows the first few. */
export function cellEvidence(columns: readonly string[], rows: readonly CellRow[]): CellEvidence {
  const shown = rows.slice(0, MOST_ROWS);
  return { kind: "cells", columns, rows: shown.map(({ cells }) => cells), bad: shown.map(({ isBad }) => isBad) };
}

/** A row of evidence, and whether it is one that is meant. */
export interface CellRow {
  readonly cells: readonly (string | number)[];
  readonly isBad: boolean;
}

/** `1.25×`, for people. */
export function times(ratio: number): string {
  return `${ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(2)}×`;
}

/** A latency in µs or ms, for people. */
export function latency(ms: number): string {
  return ms < 1 ? `${(ms * 1000).toPrecision(3)} µs` : `${ms.toPrecision(4)} ms`;
}
