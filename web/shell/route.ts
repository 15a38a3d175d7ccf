/** Where the reader is: each view has an address that can be shared. */
export type Route =
  | { readonly view: "campaign" }
  | { readonly view: "cases"; readonly query: ListQuery }
  | { readonly view: "case"; readonly key: string; readonly place: Readonly<Record<string, number>> }
  | { readonly view: "experiment" }
  | { readonly view: "check" | "curves" }
  | { readonly view: "rows"; readonly table: string; readonly query: Pick<ListQuery, "words" | "sort"> }
  | { readonly view: "provenance" }
  | { readonly view: "glossary"; readonly term: string | null }
  | { readonly view: "unknown" };

/** What an address says of a list: words of a filter, a state, and the column that it is sorted by (`-`: downwards). */
export interface ListQuery {
  readonly words: string;
  readonly state: string;
  readonly sort: string;
}

/** The route that an address' hash names: `#/case/3fa9c1d2e4b5?tokens=64`. */
export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [view = "", part = ""] = path.split("/");
  const rest = decoded(part);
  if (view === "") return { view: "campaign" };
  if (view === "cases") return { view, query: listQuery(query) };
  if (view === "case" && caseName.test(rest)) return { view, key: rest, place: placeIn(query) };
  if (view === "experiment" || view === "check" || view === "curves" || view === "provenance") return { view };
  if (view === "rows") return { view, table: decoded(path.slice("rows/".length)), query: listQuery(query) };
  if (view === "glossary") return { view, term: rest === "" ? null : rest };
  return { view: "unknown" };
}

/** Address of the list of cases, as it is filtered and sorted. */
export function casesAddress(query: Partial<ListQuery> = {}): string {
  return `#/cases${queryText(query)}`;
}

/** Address of the rows of a table, as they are filtered and sorted. */
export function rowsAddress(table: string, query: Partial<ListQuery> = {}): string {
  return `#/rows/${encodeURIComponent(table).replaceAll("%2F", "/")}${queryText(query)}`;
}

function queryText(query: Partial<ListQuery>): string {
  const given = Object.entries(query).filter(([, value]) => value !== "");
  return given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`;
}

/** An arm, where there are any, and the first digits of a key. */
const caseName = /^(?:.+-)?[0-9a-f]+$/;

/** What names a case in an address: the first 12 digits of its key, after its arm where there are arms. */
export function shortCaseName(key: string): string {
  return key.replace(/([0-9a-f]{12})[0-9a-f]{52}$/, "$1");
}

/** Address of a case's view. */
export function caseAddress(key: string, place: Readonly<Record<string, number>> = {}): string {
  const query = Object.entries(place).map(([name, value]) => `${encodeURIComponent(name)}=${value}`);
  return `#/case/${encoded(shortCaseName(key))}${query.length === 0 ? "" : `?${query.join("&")}`}`;
}

/** Address of the glossary, at one of its terms where one is named. */
export function glossaryAddress(term = ""): string {
  return term === "" ? "#/glossary" : `#/glossary/${term}`;
}

/** `=` stands between the field and value of an arm, and reads better as it is. */
function encoded(part: string): string {
  return encodeURIComponent(part).replaceAll("%3D", "=");
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function listQuery(query: string): ListQuery {
  const given = new URLSearchParams(query);
  return { words: given.get("words") ?? "", state: given.get("state") ?? "", sort: given.get("sort") ?? "" };
}

function placeIn(query: string): Readonly<Record<string, number>> {
  const entries = [...new URLSearchParams(query)].map(([name, value]) => [name, Number(value)] as const);
  return Object.fromEntries(entries.filter(([, value]) => Number.isFinite(value)));
}
