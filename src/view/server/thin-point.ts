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

function withoutSamples(record: PointRecord): PointRecord {
  return { ...record, askedTokens: null, point: { ...record.point, series: [] } };
}
