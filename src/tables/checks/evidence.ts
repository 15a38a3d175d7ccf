import type { Curve } from "../curves.js";
import type { Evidence, EvidencePoint } from "./finding.js";

/** The points of a curve. */
export function evidencePoints({ sizes, latencies }: Curve): EvidencePoint[] {
  return Array.from(sizes, (size, index) => ({ size, latencyMs: latencies[index] ?? 0 }));
}

/** More curves than these say no more, and a check may have thousands of findings. */
const MOST_OTHERS = 3;

/** A curve as evidence: which of its points are meant, and the first few of those that it is compared with. */
export function curveEvidence(curve: Curve, bad: readonly number[], others: Evidence["others"] = []): Evidence {
  const sizes = new Set(curve.sizes);
  const shown = others.slice(0, MOST_OTHERS).map(({ label, points }) => ({
    label,
    points: points.filter(({ size }) => sizes.has(size)),
  }));
  return { axis: curve.axis, points: evidencePoints(curve), bad, others: shown };
}

/** `1.25×`, for people. */
export function times(ratio: number): string {
  return `${ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(2)}×`;
}

/** A latency in µs or ms, for people. */
export function latency(ms: number): string {
  return ms < 1 ? `${(ms * 1000).toPrecision(3)} µs` : `${ms.toPrecision(4)} ms`;
}
