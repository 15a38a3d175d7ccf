import { setImmediate as nextTurn } from "node:timers/promises";
import { eachEntry } from "../../campaign/campaign-reading.js";
import type { CaseState } from "../../ledger/case-state.js";
import { CampaignFold, type Entry } from "../../ledger/fold.js";
import { JOURNAL_START, type JournalPosition, type LinePlace } from "../../ledger/journal-record.js";
import type { RecordKind } from "../../ledger/records.js";
import { readSnapshot } from "../../ledger/snapshot.js";
import { JournalLines, StoredPoint } from "../../ledger/stored-point.js";

/** Records that may change what is planned, or which record of a point counts, in any case. */
const wholeCampaign: ReadonlySet<string> = new Set<RecordKind>(["plan", "qualification", "adoption"]);

/** Bytes of a journal that are read before the first picture, and then at a time: what a second is enough for. */
const FIRST_BYTES = 2 ** 20;
const MORE_BYTES = 24 * 2 ** 20;
/** Entries of a snapshot after which others have their turn. */
const ENTRIES_A_TURN = 1_000;

/** Follows a campaign's journal as it grows. The state that it keeps has no raw samples, which stay in the file. */
export class CampaignFollower {
  readonly fold = new CampaignFold();
  readonly #lines: JournalLines;
  readonly #origins = new Set<string>();
  #position: JournalPosition = JOURNAL_START;
  #readShare = 0;
  /** The beginning was read, and of the rest there may be a snapshot. */
  #isBehind = false;

  constructor(private readonly journal: string) {
    this.#lines = new JournalLines(journal);
  }

  /** After the last record that was read. */
  get position(): JournalPosition {
    return this.#position;
  }

  /** Share of the journal that was read. */
  get readShare(): number {
    return this.#readShare;
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
    const isFirst = this.#position.n === 0;
    if (!isFirst && this.#isBehind) await this.#readSnapshot(take);
    await this.#readJournal(take, isFirst ? FIRST_BYTES : MORE_BYTES);
    this.#isBehind = isFirst && this.#readShare < 1;
    return touched;
  }

  /** What a snapshot has beyond what was read already. */
  async #readSnapshot(take: (entry: Entry) => void): Promise<void> {
    const snapshot = readSnapshot(this.journal);
    const { n } = this.#position;
    if (snapshot === null || snapshot.position.n <= n) return;
    for (const entry of snapshot.entries) {
      if (entry.n > n) take(entry);
      if (entry.n % ENTRIES_A_TURN === 0) await nextTurn();
    }
    this.#position = snapshot.position;
  }

  async #readJournal(take: (entry: Entry) => void, mostBytes: number): Promise<void> {
    const { head, restBytes } = await eachEntry(
      this.journal,
      this.#position,
      (entry, place) => take(this.#withoutSamples(entry, place)),
      mostBytes,
    );
    this.#position = head;
    this.#readShare = restBytes === 0 ? 1 : head.bytes / (head.bytes + restBytes);
  }

  /** Leaves the samples of a point in the journal. */
  #withoutSamples(entry: Entry, place: LinePlace): Entry {
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
