import { entryOf } from "../../campaign/campaign.js";
import { type CaseState, coordinatesId } from "../../ledger/case-state.js";
import { CampaignFold, type Entry } from "../../ledger/fold.js";
import { readJournal } from "../../ledger/journal-reader.js";
import { JOURNAL_START, type JournalPosition } from "../../ledger/journal-record.js";
import { type PointRecord, type RecordKind, recordKinds } from "../../ledger/records.js";
import { type LineSpan, ThinPoint } from "./thin-point.js";

/** Records that may change what is planned, or which record of a point counts, in any case. */
const wholeCampaign: ReadonlySet<string> = new Set<RecordKind>(["plan", "qualification", "adoption"]);

/** Follows a campaign's journal as it grows. The state that it keeps has no raw samples, which stay in the file. */
export class CampaignFollower {
  readonly fold = new CampaignFold();
  #position: JournalPosition = JOURNAL_START;

  constructor(private readonly journal: string) {}

  /** After the last record that was read. */
  get position(): JournalPosition {
    return this.#position;
  }

  /**
   * Reads what was appended since the last time.
   * @param visit takes each record once the state has it
   * @returns the cases that changed
   * @throws JournalDamaged, JournalTooNew: what was read is worth nothing then
   */
  async readOn(visit: (entry: Entry) => void): Promise<ReadonlySet<CaseState>> {
    const touched = new Set<CaseState>();
    await readJournal(
      this.journal,
      (record, position) => {
        const entry = entryOf(record);
        const span = { start: this.#position.bytes, length: position.bytes - this.#position.bytes - 1 };
        this.#position = position;
        this.#apply(entry, span, touched);
        visit(entry);
      },
      { from: this.#position, kinds: recordKinds },
    );
    return touched;
  }

  #apply(entry: Entry, span: LineSpan, touched: Set<CaseState>): void {
    this.fold.apply(entry);
    if (wholeCampaign.has(entry.kind)) for (const state of this.fold.planned()) touched.add(state);
    if (entry.kind !== "point" && entry.kind !== "attempt" && entry.kind !== "outcome") return;
    const state = this.fold.caseState(entry.body.case, entry.body.arm);
    touched.add(state);
    if (entry.kind === "point") this.#thin(state, entry.body, span);
  }

  /** Arms of an experiment are compared by their routing as well, which is in the raw points. */
  #thin(state: CaseState, record: PointRecord, span: LineSpan): void {
    if (state.arm !== null) return;
    const id = coordinatesId(record.coordinates);
    const contenders = state.contenders.get(id);
    const whole = [state.points.get(id), ...(contenders ?? [])].find((point) => point?.record === record);
    if (!whole) return;
    const thin = new ThinPoint(whole, span);
    if (state.points.get(id) === whole) state.points.set(id, thin);
    if (contenders)
      state.contenders.set(
        id,
        contenders.map((point) => (point === whole ? thin : point)),
      );
  }
}
