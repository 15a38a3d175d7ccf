import { isMap, parseDocument } from "yaml";

const EMPTY = "schema_version: 1\ndefaults: {}\n";

/**
 * The text of `query_versions.yaml` in which a backend's version on a system can be asked for as `current`; the one that
 * was current becomes `previous`. Other systems and comments stay as they are.
 */
export function queryVersionsText(existing: string | null, { system, backend, version }: QueryVersion): string {
  const document = parseDocument(existing ?? EMPTY);
  const path = ["overrides", system, backend];
  const current = currentOf(document.getIn(path), document.getIn(["defaults", backend]));
  if (current === version) return existing ?? document.toString();
  document.setIn(path, document.createNode({ current: version, previous: current }));
  return document.toString();
}

/** A version of a backend on a system. */
export interface QueryVersion {
  readonly system: string;
  readonly backend: string;
  readonly version: string;
}

function currentOf(...entries: readonly unknown[]): string | null {
  const current = entries
    .map((entry) => (isMap(entry) ? entry.get("current") : null))
    .find((found) => typeof found === "string");
  return typeof current === "string" ? current : null;
}
