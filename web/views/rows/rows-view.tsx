import { useEffect, useMemo, useState } from "preact/hooks";
import type { ServedTable } from "../../../src/view/server/tables/messages.js";
import type { RowsQuery, TablesSource } from "../../data/tables-source.js";
import { count } from "../../figures/number.js";
import { rowsAddress } from "../../shell/route.js";
import { shortFile } from "../check/finding-table.js";
import { FilterField } from "../cases/filter-field.js";
import { RowTable } from "./row-table.js";

interface RowsViewProps {
  readonly tables: readonly ServedTable[];
  readonly source: TablesSource;
  /** The end of the path of the table that is shown; empty: the first that there is. */
  readonly table: string;
  readonly query: RowsQuery;
}

/** The rows of one table: filtered as one types, sorted by any column; the address keeps both. */
export function RowsView({ tables, source, table, query: first }: RowsViewProps) {
  const place = tables.findIndex(({ file, columns }) => columns.length > 0 && file.endsWith(table));
  const shown = tables[place];
  const [query, setQuery] = useState(first);
  const [matching, setMatching] = useState<number | null>(null);
  useEffect(() => {
    if (shown !== undefined) history.replaceState(null, "", rowsAddress(shortFile(shown.file), query));
  }, [shown, query]);
  const usable = useMemo(() => tables.filter(({ columns }) => columns.length > 0), [tables]);
  if (shown === undefined) return <p class="empty">No table of this name has rows.</p>;
  return (
    <section class="cases-view">
      <h1 tabIndex={-1}>
        {shortFile(shown.file)} <span class="campaign-state">{matchingText(matching, shown.rows)}</span>
      </h1>
      <div class="filters">
        <FilterField
          label="Show rows with"
          example="e.g. fp8 num_tokens>=64"
          value={query.words}
          onInput={(words) => setQuery({ ...query, words })}
        />
        {usable.length < 2 ? null : (
          <nav class="table-choice" aria-label="Tables">
            {usable.map(({ file }) => (
              <a key={file} href={rowsAddress(shortFile(file))} aria-current={file === shown.file ? "page" : undefined}>
                {shortFile(file)}
              </a>
            ))}
          </nav>
        )}
      </div>
      <p class="hint">{everywhereText(shown)}</p>
      <RowTable key={place} {...{ source, place, query }} table={shown} onQuery={setQuery} onMatching={setMatching} />
    </section>
  );
}

/** What all rows say is said once, and has no column. */
function everywhereText({ columns }: ServedTable): string {
  const same = columns.filter(({ everywhere }) => everywhere != null && everywhere !== "");
  return same.length === 0
    ? ""
    : `all rows: ${same.map(({ name, everywhere }) => `${name} ${short(String(everywhere))}`).join(", ")}`;
}

/** The beginning of a hash is enough. */
function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 12)}…` : text;
}

function matchingText(matching: number | null, all: number): string {
  return matching === null || matching === all ? `${count(all)} rows` : `${count(matching)} of ${count(all)} rows`;
}
