import type { ServedRows, ServedTables } from "../../src/view/server/tables/messages.js";
import type { TablesReport } from "../../src/view/report/tables-report.js";
import { fetched, fetchJson } from "./fetched.js";

/** What a page of tables shows at a moment. */
export interface TablesPicture extends Omit<ServedTables, "isChecked"> {
  /** Findings and curves; `null`: the tables are still being read or checked. */
  readonly report: TablesReport | null;
}

/** Where the tables come from: a report has their findings and curves, a server their rows as well. */
export interface TablesSource {
  readonly picture: TablesPicture;
  subscribe(onChange: () => void): () => void;
  /** The rows of the table at a place in the list; `null`: they are not at hand. */
  readonly rows: ((place: number, query: RowsQuery, from: number, count: number) => Promise<ServedRows>) | null;
  /** The same as tab-separated text, all of them. */
  readonly rowsText: ((place: number, query: RowsQuery) => Promise<string>) | null;
}

/** Which rows are asked for, in which order (`-`: downwards). */
export interface RowsQuery {
  readonly words: string;
  readonly sort: string;
}

/** The tables of a report. */
export function embeddedTables(report: TablesReport): TablesSource {
  const { title, check } = report;
  const tables = check.tables.map((table) => ({ ...table, columns: [] }));
  const picture = { title, files: tables.length, tables, report, problem: null };
  return { picture, subscribe: () => () => {}, rows: null, rowsText: null };
}

/** Tables are read and checked within seconds. */
const againMs = 500;

/** The tables that a server shows: as far as it has read them, until all are checked. */
export class LiveTables implements TablesSource {
  readonly #listeners = new Set<() => void>();

  private constructor(public picture: TablesPicture) {}

  static async open(): Promise<LiveTables> {
    const source = new LiveTables({ ...(await fetchJson<ServedTables>("api/tables")), report: null });
    void source.#follow();
    return source;
  }

  subscribe(onChange: () => void): () => void {
    this.#listeners.add(onChange);
    return () => void this.#listeners.delete(onChange);
  }

  readonly rows = (place: number, query: RowsQuery, from: number, count: number): Promise<ServedRows> =>
    fetchJson(`api/tables/${place}/rows?${queryText(query, { from: String(from), count: String(count) })}`);

  readonly rowsText = async (place: number, query: RowsQuery): Promise<string> =>
    (await fetched(`api/tables/${place}/tsv?${queryText(query)}`)).text();

  async #follow(): Promise<void> {
    while (this.picture.report === null && this.picture.problem === null) {
      try {
        const { isChecked, ...picture } = await fetchJson<ServedTables>("api/tables");
        const report = isChecked ? await fetchJson<TablesReport>("api/tables/report") : null;
        this.#show({ ...picture, report });
      } catch {
        this.#show({ ...this.picture, problem: "The server is gone: `assay serve` shows the tables again." });
      }
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  }

  #show(picture: TablesPicture): void {
    this.picture = picture;
    for (const listener of this.#listeners) listener();
  }
}

function queryText({ words, sort }: RowsQuery, part: Record<string, string> = {}): string {
  return new URLSearchParams({ words, sort, ...part }).toString();
}
