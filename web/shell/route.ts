/** Where the reader is: each view has an address that can be shared. */
export type Route =
  | { readonly view: "campaign" }
  | { readonly view: "case"; readonly key: string; readonly place: Readonly<Record<string, number>> }
  | { readonly view: "provenance" }
  | { readonly view: "glossary"; readonly term: string | null }
  | { readonly view: "unknown" };

/** The route that an address' hash names: `#/case/3fa9c1d2e4b5?tokens=64`. */
export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [view = "", rest = ""] = path.split("/");
  if (view === "") return { view: "campaign" };
  if (view === "case" && /^[0-9a-f]+$/.test(rest)) return { view, key: rest, place: placeIn(query) };
  if (view === "provenance") return { view };
  if (view === "glossary") return { view, term: rest === "" ? null : rest };
  return { view: "unknown" };
}

/** Address of a case's view: the first 12 digits of its key name it. */
export function caseAddress(key: string, place: Readonly<Record<string, number>> = {}): string {
  const query = Object.entries(place).map(([name, value]) => `${encodeURIComponent(name)}=${value}`);
  return `#/case/${key.slice(0, 12)}${query.length === 0 ? "" : `?${query.join("&")}`}`;
}

/** Address of the glossary, at one of its terms where one is named. */
export function glossaryAddress(term = ""): string {
  return term === "" ? "#/glossary" : `#/glossary/${term}`;
}

function placeIn(query: string): Readonly<Record<string, number>> {
  const entries = [...new URLSearchParams(query)].map(([name, value]) => [name, Number(value)] as const);
  return Object.fromEntries(entries.filter(([, value]) => Number.isFinite(value)));
}
