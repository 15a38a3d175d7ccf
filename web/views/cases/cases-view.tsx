import { useEffect, useMemo, useState } from "preact/hooks";
import { filterCases, stateCounts, type CaseFilter } from "../../data/case-filter.js";
import type { CaseSummary } from "../../data/report.js";
import { count } from "../../figures/number.js";
import { caseAddress, casesAddress, type ListQuery } from "../../shell/route.js";
import { DataTable } from "../../tables/data-table.js";
import type { Order } from "../../tables/order.js";
import { listColumns } from "./case-columns.js";
import { FilterField } from "./filter-field.js";
import { StateFilter } from "./state-filter.js";

interface CasesViewProps {
  readonly cases: readonly CaseSummary[];
  readonly query: ListQuery;
}

/** All cases of a campaign: filtered as one types, sorted by any column; the address keeps both. */
export function CasesView({ cases, query }: CasesViewProps) {
  const columns = useMemo(() => listColumns(cases), [cases]);
  const counts = useMemo(() => stateCounts(cases), [cases]);
  const [filter, setFilter] = useState<CaseFilter>({ words: query.words, state: stateOf(query.state) });
  const [order, setOrder] = useState<Order | null>(() =>
    orderOf(
      query,
      columns.map(({ title }) => title),
    ),
  );
  const shown = useMemo(() => filterCases(cases, filter), [cases, filter]);
  useEffect(() => {
    const sort = order === null ? "" : `${order.descending ? "-" : ""}${columns[order.column]?.title ?? ""}`;
    history.replaceState(null, "", casesAddress({ ...filter, sort }));
  }, [filter, order]);
  return (
    <section class="cases-view">
      <h1 tabIndex={-1}>
        Cases <span class="campaign-state">{shownText(shown.length, cases.length)}</span>
      </h1>
      <div class="filters">
        <FilterField value={filter.words} onInput={(words) => setFilter({ ...filter, words })} />
        <StateFilter counts={counts} state={filter.state} onChoose={(state) => setFilter({ ...filter, state })} />
      </div>
      <DataTable
        caption="All cases"
        columns={columns}
        rows={shown}
        allRows={cases}
        keyOf={({ key }) => key}
        order={order}
        onOrder={setOrder}
        onChoose={(one) => {
          location.hash = caseAddress(one.key);
        }}
      />
      {shown.length === 0 ? <p class="empty">No case is so.</p> : null}
    </section>
  );
}

function shownText(shown: number, all: number): string {
  return shown === all ? count(all) : `${count(shown)} of ${count(all)}`;
}

function stateOf(text: string): CaseFilter["state"] {
  const states = ["done", "partial", "missing", "failed", "flagged"] as const;
  return states.find((state) => state === text) ?? "";
}

function orderOf({ sort }: ListQuery, titles: readonly string[]): Order | null {
  const column = titles.indexOf(sort.replace(/^-/, ""));
  return column < 0 ? null : { column, descending: sort.startsWith("-") };
}
