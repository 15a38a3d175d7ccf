import type { Entry } from "../../ledger/fold.js";
import type { RecordKind } from "../../ledger/records.js";

/** A part of the page that is worked out from the whole campaign, and what it depends on. */
export interface SectionSource {
  readonly name: string;
  /** Records that may change it. */
  readonly kinds: readonly RecordKind[] | "all";
  readonly compute: () => unknown;
}

/** Bytes of a section that may be sent a second: large ones lag behind, so that they do not crowd out the rest. */
const BYTES_PER_SECOND = 200_000;
/** Share of the server's time that may go into one section. */
const TIME_SHARE = 0.05;

/** A part of the page as JSON, worked out again when a record that it depends on has come, but not too often. */
export class PageSection {
  /** Counts its changes. */
  revision = 0;
  json = "null";
  #stale = true;
  #notBeforeMs = 0;

  constructor(private readonly source: SectionSource) {}

  get name(): string {
    return this.source.name;
  }

  /** Whether it waits for its time to be worked out again. */
  get isStale(): boolean {
    return this.#stale;
  }

  /** Takes note of a record. */
  touch({ kind }: Entry): void {
    if (this.source.kinds === "all" || this.source.kinds.includes(kind)) this.#stale = true;
  }

  /** Lets it be worked out again at once, whatever came and whatever it costs. */
  expire(): void {
    this.#stale = true;
    this.#notBeforeMs = 0;
  }

  /** Works it out again where that is due. */
  refresh(): void {
    const beganMs = performance.now();
    if (!this.#stale || beganMs < this.#notBeforeMs) return;
    this.#stale = false;
    const json = JSON.stringify(this.source.compute());
    const tookMs = performance.now() - beganMs;
    this.#notBeforeMs = beganMs + Math.max(tookMs / TIME_SHARE, (json.length / BYTES_PER_SECOND) * 1000);
    if (json === this.json) return;
    this.json = json;
    this.revision += 1;
  }
}
