import type { Context, Hono } from "hono";
import { stream } from "hono/streaming";
import { sendPacked } from "../packed-answer.js";
import type { TableShelf } from "./served-tables.js";
import type { RowsQuery, TableRows } from "./table-rows.js";

/** So many rows are handed out at once at most. */
const MOST_ROWS = 1_000;
const MOST_WORDS = 500;

/** What a browser may ask of a page of tables. */
export function addTableRoutes(app: Hono, shelf: TableShelf): void {
  app.get("/api/tables", (context) => context.json(shelf.picture));
  app.get("/api/tables/report", (context) =>
    shelf.report === null
      ? context.text("The tables are still being checked.\n", 404)
      : sendPacked(context, shelf.report),
  );
  app.get("/api/tables/:place/rows", (context) => {
    const asked = askedRows(context, shelf);
    if (asked instanceof Response) return asked;
    const [from, count] = [numberIn(context, "from"), numberIn(context, "count")];
    return context.json(asked.table.rows(asked.query, from, Math.min(count, MOST_ROWS)));
  });
  app.get("/api/tables/:place/tsv", (context) => {
    const asked = askedRows(context, shelf);
    if (asked instanceof Response) return asked;
    context.header("content-type", "text/tab-separated-values; charset=utf-8");
    return stream(context, async (out) => {
      for (const piece of asked.table.tsv(asked.query)) await out.write(piece);
    });
  });
}

function askedRows(
  context: Context,
  shelf: TableShelf,
): { readonly table: TableRows; readonly query: RowsQuery } | Response {
  const place = context.req.param("place") ?? "";
  const table = /^\d{1,6}$/.test(place) ? shelf.rowsOf(Number(place)) : null;
  if (table === null) return context.text("There is no table here.\n", 404);
  const query = { words: context.req.query("words") ?? "", sort: context.req.query("sort") ?? "" };
  if (query.words.length > MOST_WORDS) return context.text(`A filter has ${MOST_WORDS} characters at most.\n`, 400);
  return { table, query };
}

/** A number of rows from a query: digits alone; nothing or anything else: none. */
function numberIn(context: Context, name: string): number {
  const text = context.req.query(name) ?? "";
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}
