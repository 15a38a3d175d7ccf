import type { ReportPoint } from "../../data/report.js";
import { maxMs, samplesMs } from "../../data/samples.js";

/** Places of the picture of a point's samples, in CSS px: samples in order on the left, their distribution on the right. */
export interface SamplesLayout {
  readonly height: number;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  /** Right end of the samples in order. */
  readonly orderRight: number;
  readonly binsLeft: number;
  readonly right: number;
  /** Range of the latency axis in ms. */
  readonly min: number;
  readonly max: number;
  readonly count: number;
  /** Place of sample i, counted from 0. */
  readonly x: (index: number) => number;
  readonly y: (ms: number) => number;
}

const height = 200;
const top = 6;
const bottom = height - 36;
const left = 44;
const inset = 8;

/** Lays out a point's samples in a picture of some width. */
export function samplesLayout(point: ReportPoint, width: number): SamplesLayout {
  const count = point.samplesNs.length;
  const right = Math.max(left + 80, width - 4);
  const orderRight = left + Math.round((right - left) * 0.74);
  const { min, max } = latencyRange(point);
  const step = (orderRight - left - 2 * inset) / Math.max(1, count - 1);
  return {
    height,
    top,
    bottom,
    left,
    orderRight,
    binsLeft: orderRight + 12,
    right,
    min,
    max,
    count,
    x: (index) => left + inset + index * step,
    y: (ms) => bottom - ((ms - min) / (max - min)) * (bottom - top),
  };
}

/** From the smallest to the largest sample with a margin; samples that are all equal get a range of their own. */
function latencyRange(point: ReportPoint): { readonly min: number; readonly max: number } {
  const smallest = Math.min(point.statistics.p10Ms, ...samplesMs(point));
  const largest = maxMs(point);
  const margin = (largest - smallest) * 0.06 || largest * 0.05 || 1;
  return { min: smallest - margin, max: largest + margin };
}
