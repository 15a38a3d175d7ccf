import { type Flag, flagNames, flagsOf } from "../measure/flags.js";
import { type Statistics, summarise } from "../measure/statistics.js";
import type { Clock } from "../protocol/facts.js";
import type { Origin } from "./origin.js";
import type { PointRecord } from "./records.js";

const NS_PER_MS = 1e6;

/** What is made of a point's samples. */
export interface PointFigures {
  readonly statistics: Statistics;
  readonly flags: readonly Flag[];
}

/** A point as one record tells it; statistics and flags are worked out when they are first asked for. */
export class PointState {
  /** How often the point was measured, up to and with this record or one that did not replace it. */
  timesMeasured = 1;
  #statistics: Statistics | null = null;
  #flags: readonly Flag[] | null = null;

  constructor(
    readonly record: PointRecord,
    /** The clock of the worker that measured it. */
    private readonly clock: Pick<Clock, "resolutionNs" | "costNs">,
    /** What it was measured with. */
    readonly origin: Origin,
    /** Its figures, where they were worked out before. */
    known?: PointFigures,
  ) {
    this.#statistics = known?.statistics ?? null;
    this.#flags = known?.flags ?? null;
  }

  /** The same point with the samples of an earlier record before its own. */
  withSamplesOf(earlier: PointState): PointState {
    const { attempt, case: key, arm, coordinates, point, askedTokens } = this.record;
    const [series] = point.series;
    if (!series) return this;
    const samplesNs = [...earlier.samplesNs, ...series.samplesNs];
    const joined = { ...point, series: [{ ...series, samplesNs }] };
    const record = { attempt, case: key, arm, coordinates, point: joined, askedTokens };
    return new PointState(record, this.clock, this.origin);
  }

  get samplesNs(): number[] {
    const { series } = this.record.point;
    const [only] = series;
    return only && series.length === 1 ? only.samplesNs : series.flatMap(({ samplesNs }) => samplesNs);
  }

  /** Statistics over the samples of all draws. */
  get statistics(): Statistics {
    this.#statistics ??= this.#summarise();
    return this.#statistics;
  }

  /** The flags that any of the draws has. */
  get flags(): readonly Flag[] {
    this.#flags ??= this.#findFlags();
    return this.#flags;
  }

  #summarise(): Statistics {
    const { series, method } = this.record.point;
    const statistics = summarise(this.samplesNs, method.iterationsPerSample);
    // Draws differ by intent: a step from one to the next is no drift of the device.
    return series.length === 1 ? statistics : { ...statistics, drift: null, steadyMedianMs: null };
  }

  #findFlags(): Flag[] {
    const { point, askedTokens } = this.record;
    const { iterationsPerSample } = point.method;
    const found = point.series.flatMap(
      ({ samplesNs, collectedDuring, achievedTokens, eagerNs, deviceClockMhz }, index) =>
        flagsOf({
          // The statistics of the only draw are those of the point.
          statistics: point.series.length === 1 ? this.statistics : summarise(samplesNs, iterationsPerSample),
          samplesNs,
          iterationsPerSample,
          clock: this.clock,
          collectedDuring,
          routingAsAsked: achievedTokens === null ? null : (askedTokens?.[index] ?? null) === null,
          eagerMs: eagerNs === undefined ? null : eagerNs / NS_PER_MS,
          deviceClockMhz: deviceClockMhz ?? null,
        }),
    );
    return flagNames.filter((flag) => found.includes(flag));
  }
}
