import type { Overview } from "../../data/report.js";
import type { Column } from "../../tables/column.js";
import { DataTable } from "../../tables/data-table.js";
import { count } from "../../figures/number.js";

type Refusal = Overview["refusals"][number];

const columns: readonly Column<Refusal>[] = [
  { title: "reason", value: ({ reason }) => reason },
  { title: "cases", value: (refusal) => refusal.count, figure: count },
  { title: "for example", value: ({ examples }) => examples.join(", ") },
];

/** Cases that the plan refused, with the reason; nothing is dropped in silence. */
export function Refusals({ refusals }: { readonly refusals: readonly Refusal[] }) {
  if (refusals.length === 0) return null;
  return (
    <section>
      <DataTable caption="Refused by the plan" columns={columns} rows={refusals} keyOf={({ reason }) => reason} />
    </section>
  );
}
