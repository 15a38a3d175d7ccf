import { PointState } from "../../ledger/point-state.js";
import type { PointRecord } from "../../ledger/records.js";
import type { Flag } from "../../measure/flags.js";
import type { Statistics } from "../../measure/statistics.js";

/** Where a record's line lies in the journal, in bytes, without its newline. */
export interface LineSpan {
  readonly start: number;
  readonly length: number;
}

/** A point whose samples stay in the journal: its figures, and where its record lies. */
export class ThinPoint extends PointState {
  readonly #statistics: Statistics;
  readonly #flags: readonly Flag[];

  constructor(
    whole: PointState,
    readonly span: LineSpan,
  ) {
    super(withoutSamples(whole.record), { resolutionNs: 0, costNs: 0 }, whole.origin);
    this.#statistics = whole.statistics;
    this.#flags = whole.flags;
    this.timesMeasured = whole.timesMeasured;
  }

  override get statistics(): Statistics {
    return this.#statistics;
  }

  override get flags(): readonly Flag[] {
    return this.#flags;
  }
}

/** What is left of a record; of equal texts and methods there is one, since a campaign has a hundred thousand of them. */
function withoutSamples({ attempt, case: key, arm, coordinates, point }: PointRecord): PointRecord {
  const { kernel, router, method } = point;
  return {
    attempt: only(attempt),
    case: only(key),
    arm,
    coordinates,
    point: { series: [], kernel: only(kernel), router, method: only(method) },
    askedTokens: null,
  };
}

const known = new Map<string, unknown>();

/** The first value that was equal to this one. */
function only<Value>(value: Value): Value {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (!known.has(text)) known.set(text, value);
  return known.get(text) as Value;
}
