import type { RecentPoint } from "../../../src/view/server/messages.js";
import { placeText } from "../../data/sweep.js";
import { percent } from "../../figures/number.js";
import { moment, timeOfDay } from "../../figures/time.js";
import { latency } from "../../figures/unit.js";
import { FlagMarks } from "../../marks/flag-marks.js";
import { caseAddress } from "../../shell/route.js";
import type { Column } from "../../tables/column.js";
import { DataTable } from "../../tables/data-table.js";

const columns: readonly Column<RecentPoint>[] = [
  {
    title: "measured",
    unit: "UTC",
    value: ({ at }) => at,
    cell: ({ at, case: key, coordinates }) => <a href={caseAddress(key, coordinates)}>{timeOfDay(at)}</a>,
    hint: ({ at, n }) => `${moment(at)}, record ${n}`,
  },
  { title: "device", value: ({ device }) => device },
  { title: "case", value: ({ name }) => name },
  { title: "point", value: (point) => placeText(point) },
  {
    title: "median",
    value: ({ medianMs }) => medianMs,
    cell: ({ medianMs }) => latency(medianMs),
    hint: ({ medianMs, medianCi, samples }) => `median ${latency(medianMs)} ± ${percent(medianCi)}, n ${samples}`,
  },
  { title: "flags", value: ({ flags }) => flags.join(" "), cell: ({ flags }) => <FlagMarks flags={flags} /> },
];

/** The points that were measured last, the latest first. */
export function RecentTable({ recent }: { readonly recent: readonly RecentPoint[] }) {
  return (
    <div class="recent">
      <DataTable caption="Last points" columns={columns} rows={recent} keyOf={({ n }) => String(n)} />
    </div>
  );
}
