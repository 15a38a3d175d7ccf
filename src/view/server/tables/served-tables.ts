import { Worker } from "node:worker_threads";
import type { ReaderNews, ServedTable, ServedTables } from "./messages.js";
import type { ReadingTask } from "./reading-thread.js";
import { TableRows } from "./table-rows.js";

/** A table that a page asks for rows of. */
interface KnownTable {
  readonly listed: ServedTable;
  /** `null`: it could not be read as a table. */
  readonly rows: TableRows | null;
}

/** Tables that a page shows: read and checked by a thread of its own, one after the other. */
export class TableShelf {
  readonly #tables: KnownTable[] = [];
  readonly #thread: Worker;
  #report: Uint8Array | null = null;
  #problem: string | null = null;

  constructor(private readonly task: ReadingTask) {
    this.#thread = new Worker(new URL("./reading-thread.js", import.meta.url), { workerData: task });
    this.#thread.on("message", (news: ReaderNews) => this.#take(news));
    this.#thread.on("error", (error: Error) => {
      this.#problem = error.message;
    });
  }

  /** What is known of the tables so far. */
  get picture(): ServedTables {
    return {
      title: this.task.title,
      files: this.task.files.length,
      tables: this.#tables.map(({ listed }) => listed),
      isChecked: this.#report !== null,
      problem: this.#problem,
    };
  }

  /** The report on all tables as JSON in gzip; `null`: they are still being checked. */
  get report(): Uint8Array | null {
    return this.#report;
  }

  /** The rows of the table at a place in the list; `null` where there is no such table. */
  rowsOf(place: number): TableRows | null {
    return this.#tables[place]?.rows ?? null;
  }

  close(): void {
    void this.#thread.terminate();
  }

  #take(news: ReaderNews): void {
    if (news.kind === "report") this.#report = news.packed;
    else this.#tables.push({ listed: news.listed, rows: news.read && new TableRows(news.read) });
  }
}
