import type { CurveEvidence } from "../../../src/tables/checks/finding.js";

/** Places of a finding's picture in CSS px, both axes logarithmic. */
export interface EvidenceLayout {
  readonly height: number;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  /** Ranges of the axes: sizes, and latencies in ms. */
  readonly sizes: readonly [min: number, max: number];
  readonly latencies: readonly [min: number, max: number];
  readonly x: (size: number) => number;
  readonly y: (ms: number) => number;
}

const height = 260;
const top = 8;
const bottom = height - 36;
const left = 48;
/** Where a size of 0 (a history of no tokens) stands on a logarithmic axis. */
const least = 0.5;

/** Lays out a curve and those that it is compared with in a picture of some width. */
export function evidenceLayout({ points, others }: CurveEvidence, width: number): EvidenceLayout {
  const all = [points, ...others.map((other) => other.points)].flat();
  const right = Math.max(left + 80, width - 12);
  const sizes = range(all.map(({ size }) => Math.max(size, least)));
  const latencies = range(all.map(({ latencyMs }) => latencyMs));
  return {
    height,
    top,
    bottom,
    left,
    right,
    sizes,
    latencies,
    x: (size) => left + share(Math.max(size, least), sizes) * (right - left),
    y: (ms) => bottom - share(ms, latencies) * (bottom - top),
  };
}

/** With a margin, so that no mark touches the frame. */
function range(values: readonly number[]): [min: number, max: number] {
  return [Math.min(...values) / 1.15, Math.max(...values) * 1.15];
}

function share(value: number, [min, max]: readonly [number, number]): number {
  return Math.log(value / min) / Math.log(max / min);
}
