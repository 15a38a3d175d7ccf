import { eachEntry, storedEntries } from "../../campaign/campaign-reading.js";
import type { CaseState } from "../../ledger/case-state.js";
import { CampaignFold, type Entry } from "../../ledger/fold.js";
import { JOURNAL_START, type JournalPosition, type LinePlace } from "../../ledger/journal-record.js";
import type { RecordKind } from "../../ledger/records.js";
import { JournalLines, StoredPoint } from "../../ledger/stored-point.js";

/** What is read at a time: so much is read in a fraction of a second, and a page need not wait for the rest. */
const SLICE_BYTES = 8 * 2 ** 20;

/** Records that may change what is planned, or which record of a point counts, in any case. */
const wholeCampaign: ReadonlySet<string> = new Set<RecordKind>(["plan", "qualification", "adoption"]);

/** Follows a campaign's journal as it grows. The state that it keeps has no raw samples, which stay in the file. */
export class CampaignFollower {
  readonly fold = new CampaignFold();
  readonly #lines: JournalLines;
  readonly #origins = new Set<string>();
  #position: JournalPosition = JOURNAL_START;
  #restBytes = 0;

  constructor(private readonly journal: string) {
    this.#lines = new JournalLines(journal);
  }

  /** After the last record that was read. */
  get position(): JournalPosition {
    return this.#position;
  }

  /** Share of the journal that was read. */
  get readShare(): number {
    const { bytes } = this.#position;
    return this.#restBytes === 0 ? 1 : bytes / (bytes + this.#restBytes);
  }

  /**
   * Reads what was appended since the last time, the next part of it where it is much.
   * @param visit takes each record once the state has it
   * @returns the cases that changed
   * @throws JournalDamaged, JournalTooNew: what was read is worth nothing then
   */
  async readOn(visit: (entry: Entry) => void): Promise<ReadonlySet<CaseState>> {
    const touched = new Set<CaseState>();
    const take = (entry: Entry) => {
      this.#apply(entry, touched);
      visit(entry);
    };
    if (this.#position.n === 0) this.#position = storedEntries(this.journal, take);
    const { head, restBytes } = await eachEntry(
      this.journal,
      this.#position,
      (entry, place) => take(this.#stored(entry, place)),
      SLICE_BYTES,
    );
    this.#position = head;
    this.#restBytes = restBytes;
    return touched;
  }

  /** Leaves the samples of a point in the journal. */
  #stored(entry: Entry, place: LinePlace): Entry {
    if (entry.kind !== "point") return entry;
    const { statistics, flags } = this.fold.pointOf(entry.body);
    return { ...entry, body: new StoredPoint(entry.body, { statistics, flags }, place, this.#lines) };
  }

  /** Points may count, or not count any more, once a worker has brought another environment along. */
  #isNewOrigin(entry: Entry): boolean {
    const origin = entry.kind === "worker" ? this.fold.workers.get(entry.body.worker)?.origin.id : undefined;
    if (origin === undefined || this.#origins.has(origin)) return false;
    this.#origins.add(origin);
    return true;
  }

  #apply(entry: Entry, touched: Set<CaseState>): void {
    this.fold.apply(entry);
    if (wholeCampaign.has(entry.kind) || this.#isNewOrigin(entry))
      for (const state of this.fold.planned()) touched.add(state);
    if (entry.kind !== "point" && entry.kind !== "attempt" && entry.kind !== "outcome") return;
    touched.add(this.fold.caseState(entry.body.case, entry.body.arm));
  }
}
