// The program of the thread that reads and checks the tables of a page, so that the page answers meanwhile.
import { lstatSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { cellOf, type Column } from "../../../tables/column.js";
import { isConstant } from "../../../tables/groups.js";
import { checkTables } from "../../../tables/checks/check-tables.js";
import type { CheckSettings } from "../../../tables/checks/settings.js";
import type { TableFile, UnusableFile } from "../../../tables/import/read-file.js";
import { isUsable, readTableFile } from "../../../tables/import/read-table-file.js";
import { reportCheck } from "../../report/findings.js";
import { tablesReport } from "../../report/tables-report.js";
import type { ReaderNews, ServedColumn, ServedTable } from "./messages.js";

/** What the thread is to do. */
export interface ReadingTask {
  readonly title: string;
  readonly files: readonly string[];
  /** Files that were named themselves, wherever they lead. */
  readonly named: readonly string[];
  readonly settings: CheckSettings;
  /** ISO 8601 day, for waivers. */
  readonly today: string;
}

const { title, files, named, settings, today } = workerData as ReadingTask;

function tell(news: ReaderNews): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, which has no origin
  parentPort?.postMessage(news);
}

/** A link in a folder may lead out of it. */
function readPlain(file: string): TableFile | UnusableFile {
  if (named.includes(file) || !lstatSync(file).isSymbolicLink()) return readTableFile(file);
  const reason = "it is a symbolic link, and only plain files inside the named folders are served";
  return { file, fault: "unreadable", reason, columns: [], content: { bytes: 0, begins: "", ends: "" } };
}

function servedColumn([name, column]: readonly [string, Column]): ServedColumn {
  const { type } = column;
  return isConstant(column) ? { name, type, everywhere: cellOf(column, 0) } : { name, type };
}

function listed(file: TableFile | UnusableFile): ServedTable[] {
  const columns = isUsable(file) ? [...file.table.columns].map(servedColumn) : [];
  const { tables } = reportCheck([file], { open: [], waived: [], expired: [] });
  return tables.map((table) => ({ ...table, columns }));
}

const read = files.map((file) => {
  const table = readPlain(file);
  for (const one of listed(table)) tell({ kind: "table", listed: one, read: isUsable(table) ? table : null });
  return table;
});
const report = tablesReport(title, read, checkTables(read, settings, today));
tell({ kind: "report", packed: gzipSync(JSON.stringify(report), { level: 3 }) });
