import { median } from "simple-statistics";
import type { Statistics } from "./statistics.js";

export const flagNames = [
  "noisy",
  "drifting",
  "throttled",
  "cold_first_sample",
  "below_resolution",
  "collected_while_timing",
  "routing_not_as_asked",
  "graph_without_work",
] as const;
/** What may be wrong with a point's number; never silence. */
export type Flag = (typeof flagNames)[number];

/** A median that is known no better than this cannot carry a comparison of a few per cent. */
const NOISY_INTERVAL = 0.05;
/** Mean and median of a symmetric spread agree; a gap like this means that outliers hold a share of the time. */
const NOISY_MEAN_GAP = 0.25;
/** Boost clocks wander by a few per cent; a device below this share of the clock that it can hold was held back. */
const THROTTLED_SHARE = 0.9;
/** A first sample this far over the median, and above all others, still paid for something once (caches, compilation). */
const COLD_RATIO = 1.5;
/** Fewer samples have no rest to which the first could be compared. */
const COLD_MIN_SAMPLES = 3;
/** From here on a reading of the clock is off by at most 1 % of the sample that it bounds. */
const READINGS_PER_SAMPLE = 100;
/** A replay saves the launches alone: layers bound by them gain up to about 20 times. Beyond this the work is missing. */
const MAX_REPLAY_SPEEDUP = 50;

/** What is known of one series of a point. A fact that does not exist there is `null`. */
export interface SeriesFacts {
  readonly statistics: Statistics;
  readonly samplesNs: readonly number[];
  readonly iterationsPerSample: number;
  /** The clock as found at load: the smallest difference that it showed, and the cost of one reading. */
  readonly clock: { readonly resolutionNs: number; readonly costNs: number };
  /** Indices of the samples during which the runtime collected garbage by itself. */
  readonly collectedDuring: readonly number[];
  /** Whether each expert got the tokens that it was asked to get; `null` for ops that do not route. */
  readonly routingAsAsked: boolean | null;
  /** Latency of the same layer run eagerly, where the samples are replays of a graph. */
  readonly eagerMs: number | null;
  /** The device's own clock: what it can hold, and the lowest seen while timing. */
  readonly deviceClockMhz: { readonly sustained: number; readonly lowest: number } | null;
}

/** All that is wrong with a series, in the order of `flagNames`. A point has each flag that any of its series has. */
export function flagsOf(facts: SeriesFacts): Flag[] {
  const { statistics, deviceClockMhz, eagerMs } = facts;
  const found: Record<Flag, boolean> = {
    noisy: isNoisy(statistics),
    drifting: statistics.steadyMedianMs !== null,
    throttled: deviceClockMhz !== null && deviceClockMhz.lowest < THROTTLED_SHARE * deviceClockMhz.sustained,
    cold_first_sample: isFirstCold(facts.samplesNs),
    below_resolution: isBelowResolution(facts),
    collected_while_timing: facts.collectedDuring.length > 0,
    routing_not_as_asked: facts.routingAsAsked === false,
    graph_without_work: eagerMs !== null && eagerMs > MAX_REPLAY_SPEEDUP * statistics.medianMs,
  };
  return flagNames.filter((flag) => found[flag]);
}

function isNoisy({ medianCi, meanMs, medianMs }: Statistics): boolean {
  return (medianCi !== null && medianCi > NOISY_INTERVAL) || Math.abs(meanMs / medianMs - 1) > NOISY_MEAN_GAP;
}

function isFirstCold([first, ...rest]: readonly number[]): boolean {
  if (first === undefined || rest.length < COLD_MIN_SAMPLES - 1) return false;
  return rest.every((sample) => sample < first) && first > COLD_RATIO * median(rest);
}

/** What counts is the sample, not the latency: inner iterations make a short layer measurable. */
function isBelowResolution({ statistics, iterationsPerSample, clock }: SeriesFacts): boolean {
  const sampleNs = statistics.medianMs * 1e6 * iterationsPerSample;
  return sampleNs < READINGS_PER_SAMPLE * Math.max(clock.resolutionNs, clock.costNs);
}
