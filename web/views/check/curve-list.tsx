import { useMemo, useState } from "preact/hooks";
import type { CurveEvidence } from "../../../src/tables/checks/finding.js";
import type { TableCurve, TableCurves, TablesReport } from "../../../src/view/report/tables-report.js";
import { count, significant } from "../../figures/number.js";
import type { Column } from "../../tables/column.js";
import { DataTable } from "../../tables/data-table.js";
import { FilterField } from "../cases/filter-field.js";
import { EvidencePicture } from "./evidence-picture.js";
import { shortFile } from "./finding-table.js";
import { hasWords } from "./has-words.js";

/** A curve and where it is from. */
interface PlacedCurve {
  readonly key: string;
  readonly name: string;
  readonly table: TableCurves;
  readonly curve: TableCurve;
}

const columns: readonly Column<PlacedCurve>[] = [
  { title: "table", value: ({ table }) => shortFile(table.file) },
  { title: "curve", value: ({ name }) => name },
  { title: "points", value: ({ curve: [, sizes] }) => sizes.length, figure: count },
  { title: "first", unit: "ms", value: ({ curve: [, , [first]] }) => first ?? null, figure: significant },
  { title: "last", unit: "ms", value: ({ curve: [, , all] }) => all.at(-1) ?? null, figure: significant },
];

/** Every curve of the tables; the chosen one is drawn. */
export function CurveList({ curves }: Pick<TablesReport, "curves">) {
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState("");
  const all = useMemo(() => curves.flatMap(placed), [curves]);
  const shown = useMemo(() => matching(all, words), [all, words]);
  const one = shown.find(({ key }) => key === chosen) ?? shown[0];
  return (
    <section class="check">
      <h1 tabIndex={-1}>{count(all.length)} curves</h1>
      <FilterField label="Show curves named" example="e.g. nvfp4 balanced 4096" value={words} onInput={setWords} />
      <div class="check-parts">
        <DataTable
          caption="Curves"
          columns={columns}
          rows={shown}
          keyOf={({ key }) => key}
          marked={one?.key ?? null}
          onChoose={({ key }) => setChosen(key)}
        />
        {one === undefined ? null : (
          <section key={one.key} class="finding-panel" aria-label="Curve">
            <h2>{one.name}</h2>
            <EvidencePicture evidence={evidenceOf(one)} />
          </section>
        )}
      </div>
    </section>
  );
}

function placed(table: TableCurves): PlacedCurve[] {
  return table.curves.map((curve, index) => ({
    key: `${table.file} ${index}`,
    name: curve[0]
      .map((cell, place) => (typeof cell === "number" ? `${table.columns[place]} ${cell}` : cell))
      .join(", "),
    table,
    curve,
  }));
}

function matching(curves: readonly PlacedCurve[], words: string): readonly PlacedCurve[] {
  return curves.filter(({ name, table }) => hasWords(`${table.file} ${name}`, words));
}

function evidenceOf({ table: { axis }, curve: [, sizes, latencies] }: PlacedCurve): CurveEvidence {
  const points = sizes.map((size, index) => ({ size, latencyMs: latencies[index] ?? 0 }));
  return { kind: "curve", axis, points, bad: [], others: [] };
}
