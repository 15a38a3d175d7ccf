import type { ReportPoint } from "./report.js";

/** A point's samples as latencies of one run in ms, in the order in which they were taken; empty: left out of the report. */
export function samplesMs({ samplesNs, method }: ReportPoint): readonly number[] {
  return samplesNs.map((ns) => ns / method.iterationsPerSample / 1e6);
}

/** The largest sample in ms; p90 where the samples were left out of the report. */
export function maxMs(point: ReportPoint): number {
  return samplesMs(point).reduce((most, ms) => Math.max(most, ms), point.statistics.p90Ms);
}
