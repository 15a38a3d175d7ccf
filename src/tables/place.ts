import { resolve } from "node:path";

/** What the folders of aiconfigurator's layout say: `<system>/<family>/<backend>/<version>/<table>`. */
export interface TablePlace {
  readonly system: string;
  readonly family: string;
  readonly backend: string;
  readonly version: string;
}

/** The folders of a table; `null`: they are not of that layout. */
export function placeOf(file: string): TablePlace | null {
  const [system, family, backend, version] = resolve(file).split("/").slice(-5, -1);
  if (!system || !family || !backend || !version || !/^\d/.test(version)) return null;
  return { system, family, backend, version };
}
