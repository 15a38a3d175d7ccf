import { mean, median, quantileSorted, sampleStandardDeviation } from "simple-statistics";
import { ascending } from "./ascending.js";
import { findDrift } from "./drift.js";
import { relativeMedianInterval } from "./median-interval.js";

const NS_PER_MS = 1e6;

/** Statistics of a point's samples. Latencies in ms; a figure that n does not allow is `null`, never 0. */
export interface Statistics {
  readonly n: number;
  readonly minMs: number;
  /** The headline: what a table calls the latency unless it says otherwise. */
  readonly medianMs: number;
  readonly meanMs: number;
  readonly p10Ms: number;
  readonly p90Ms: number;
  readonly stdevMs: number | null;
  /** Half-width of the median's 95 % interval over the median; `null` for fewer than six samples. */
  readonly medianCi: number | null;
  /** Relative change of the median where the series changes its level; 0: no change beyond chance; `null` for too few. */
  readonly drift: number | null;
  /** Median of the samples after the last change, where a drift was found. */
  readonly steadyMedianMs: number | null;
}

/** A series without samples: it has no latency, least of all 0. */
export class NoSamples extends Error {
  override readonly name = "NoSamples";
  constructor() {
    super("no samples were taken, so there is no latency");
  }
}

/** A sample that is no duration: NaN, infinite, negative, or 0 (shorter than the clock can tell). */
export class NonFiniteSample extends Error {
  override readonly name = "NonFiniteSample";
  constructor(
    readonly index: number,
    readonly valueNs: number,
  ) {
    const way = valueNs === 0 ? "; take more iterations per sample" : "";
    super(`non-finite timing: sample ${index + 1} is ${valueNs} ns, which is no duration${way}`);
  }
}

/**
 * Checks that the samples of a series (ns) can be a latency.
 * @throws NoSamples for none
 * @throws NonFiniteSample for one that is not a finite duration above 0
 */
export function checkSamples(samplesNs: readonly number[]): void {
  if (samplesNs.length === 0) throw new NoSamples();
  const broken = samplesNs.findIndex((sample) => !(sample > 0 && sample < Infinity));
  if (broken !== -1) throw new NonFiniteSample(broken, samplesNs[broken] ?? NaN);
}

/**
 * Statistics of the samples of one series, in the order in which they were taken; every one counts.
 * Quantiles interpolate linearly (type 7 of Hyndman and Fan, the default of numpy and R).
 * @param samplesNs duration of each sample (ns), without the warm-up
 * @param iterationsPerSample times the layer ran within one sample; latencies are per run
 * @throws NoSamples for none
 * @throws NonFiniteSample for one that is not a finite duration above 0
 */
export function summarise(samplesNs: readonly number[], iterationsPerSample = 1): Statistics {
  checkSamples(samplesNs);
  const latenciesMs = samplesNs.map((sample) => sample / iterationsPerSample / NS_PER_MS);
  const sorted = ascending(latenciesMs);
  const drift = findDrift(latenciesMs, sorted);
  return {
    n: sorted.length,
    minMs: quantileSorted(sorted, 0),
    medianMs: quantileSorted(sorted, 0.5),
    meanMs: mean(sorted),
    p10Ms: quantileSorted(sorted, 0.1),
    p90Ms: quantileSorted(sorted, 0.9),
    stdevMs: sorted.length > 1 ? sampleStandardDeviation(sorted) : null,
    medianCi: relativeMedianInterval(sorted),
    drift: drift?.change ?? null,
    steadyMedianMs: drift?.steady ? median(drift.steady) : null,
  };
}
