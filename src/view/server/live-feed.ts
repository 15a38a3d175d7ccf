import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { JournalWatch } from "./journal-watch.js";
import { LiveCampaign, type LiveCampaignOptions } from "./live-campaign.js";

/** What a page has been told. */
export interface Told {
  /** Up to which record. */
  readonly n: number;
  /** Revisions of all parts that no record's number tells; empty: none of them. */
  readonly revisions: readonly number[];
}

/** What a page is to be told next. */
export type News =
  | { readonly kind: "change"; readonly json: string; readonly told: Told }
  /** What it has cannot be carried on: it must ask for the whole again. */
  | { readonly kind: "reload" };

const pack = promisify(gzip);

/** A browser that is opened at once gets the page itself before the reading keeps this one thread busy. */
const PAGE_FIRST_MS = 100;
/** A whole picture that is no older serves all pages that open; what came since follows as a change. */
const WHOLE_MS = 2_000;
/** Sections that wait for their time, and a journal that could not be read, are looked at again after this time. */
const AGAIN_MS = 1_000;
const CHECK_RUN_MS = 2_000;

/** A campaign that is followed, and what its pages are told about it. */
export class LiveFeed {
  #campaign: LiveCampaign;
  /** Counts the times that the journal was read from its beginning, and differs from that of any server before. */
  #generation = Date.now();
  readonly #watch: JournalWatch;
  readonly #checking: NodeJS.Timeout;
  readonly #waiting = new Set<() => void>();
  #reading: Promise<void> = pause(PAGE_FIRST_MS);
  readonly #firstRead: Promise<void>;
  #whole: { readonly made: Promise<Buffer>; readonly of: string; readonly atMs: number } | null = null;
  /** Pages that were told the same are told the same next. */
  readonly #news = new Map<string, News>();
  #again: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(private readonly options: LiveCampaignOptions) {
    this.#campaign = new LiveCampaign(options);
    this.#watch = new JournalWatch(options.journal, () => void this.#readOn());
    this.#checking = setInterval(() => this.#checkRun(), CHECK_RUN_MS);
    this.#firstRead = this.#readOn();
  }

  /** The campaign as it was read last, once there is a first picture of it, with all its parts. */
  async campaign(): Promise<LiveCampaign> {
    await this.#firstRead;
    return this.#campaign;
  }

  /** The whole picture as JSON in gzip; changes carry it on from the record that it stands on. */
  async whole(): Promise<Buffer> {
    const campaign = await this.campaign();
    const revisions = this.#revisions();
    const of = `${campaign.n} ${revisions.join(".")}`;
    const known = this.#whole;
    if (known !== null && (known.of === of || Date.now() - known.atMs < WHOLE_MS)) return known.made;
    this.#whole = { made: makeWhole(campaign, revisions), of, atMs: Date.now() };
    return this.#whole.made;
  }

  /** What a page lacks; `null`: nothing. */
  newsFor(told: Told): News | null {
    const campaign = this.#campaign;
    const [generation = this.#generation] = told.revisions;
    if (told.n > campaign.n || told.n < campaign.plannedAt || generation !== this.#generation)
      return { kind: "reload" };
    const revisions = this.#revisions();
    if (told.n === campaign.n && revisions.every((revision, index) => revision === told.revisions[index])) return null;
    const id = `${told.n} ${told.revisions.join(" ")}`;
    const news = this.#news.get(id) ?? this.#change(told, revisions);
    this.#news.set(id, news);
    return news;
  }

  /** Resolves when there may be news, or when the time is over. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.#waiting.add(done);
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#watch.close();
    clearInterval(this.#checking);
    if (this.#again) clearTimeout(this.#again);
    this.#tell();
  }

  #change(told: Told, revisions: readonly number[]): News {
    const campaign = this.#campaign;
    const known = told.revisions.slice(revisions.length - campaign.sections.length);
    const changed = campaign.sections.filter(({ revision }, index) => revision !== known[index]);
    const parts = [campaign.momentJson(), `"cases":${campaign.cases.jsonSince(told.n)}`, ...changed.map(sectionJson)];
    return { kind: "change", json: `{${parts.join(",")}}`, told: { n: campaign.n, revisions } };
  }

  #revisions(): readonly number[] {
    const { stateRevision, sections } = this.#campaign;
    return [this.#generation, stateRevision, ...sections.map(({ revision }) => revision)];
  }

  /** One reading at a time; what comes during one, or is left by it, is read by the next. */
  #readOn(): Promise<void> {
    this.#reading = this.#reading.then(() => this.#pictureSent()).then(() => this.#read());
    return this.#reading;
  }

  /** Who waits for a picture gets it before more is read: both need this one thread. */
  async #pictureSent(): Promise<void> {
    await nextTurn();
    // Where it fails, those who asked are told.
    await this.#whole?.made.catch(() => {});
    await nextTurn();
  }

  async #read(): Promise<void> {
    if (this.#isClosed) return;
    const before = this.#campaign;
    // After damage the state is worth nothing; a journal that was mended is read from its beginning.
    const campaign = before.problem === null ? before : new LiveCampaign(this.options);
    // A picture of less than what is there now is of no more use.
    if (campaign.isReading) this.#whole = null;
    await campaign.refresh();
    if (campaign !== before) await readWhole(campaign);
    if (campaign !== before && campaign.problem === null) {
      this.#campaign = campaign;
      this.#generation += 1;
      this.#whole = null;
    }
    if (campaign.isReading && !this.#isClosed) void this.#readOn();
    if (this.#campaign.problem !== null || campaign.sections.some(({ isStale }) => isStale)) this.#readLater();
    this.#tell();
  }

  #readLater(): void {
    this.#again ??= setTimeout(() => {
      this.#again = null;
      void this.#readOn();
    }, AGAIN_MS);
  }

  #checkRun(): void {
    this.#campaign.checkRun();
    this.#tell();
  }

  #tell(): void {
    this.#news.clear();
    for (const done of this.#waiting) done();
  }
}

/** A journal that was damaged is shown again once all of it is known to be whole. */
async function readWhole(campaign: LiveCampaign): Promise<void> {
  while (campaign.isReading) await campaign.refresh();
}

/** Packs the picture in one go: in pieces, each would wait for its turn while the journal is being read. */
function makeWhole(campaign: LiveCampaign, revisions: readonly number[]): Promise<Buffer> {
  const parts = [
    '"schema_version":1',
    `"revisions":${JSON.stringify(revisions)}`,
    campaign.momentJson(),
    ...campaign.sections.map(sectionJson),
    `"cases":${campaign.cases.jsonSince(0)}`,
  ];
  return pack(`{${parts.join(",")}}`, { level: 3 });
}

function sectionJson({ name, json }: LiveCampaign["sections"][number]): string {
  return `"${name}":${json}`;
}
