import type { ReportPoint } from "../../data/report.js";
import { rangeOf } from "../../data/curves.js";
import { placeOf, placeText, tokensPerSecond, type Sweep } from "../../data/sweep.js";
import { count, significant } from "../../figures/number.js";
import { latencyUnit } from "../../figures/unit.js";
import { FlagMarks } from "../../marks/flag-marks.js";
import { spreadText } from "../../marks/spread-text.js";
import type { Column } from "../../tables/column.js";

type Select = (point: ReportPoint) => void;
type PointColumn = Column<ReportPoint>;

/** The columns of the table of points. */
export function pointColumns(sweep: Sweep, selected: ReportPoint, onSelect: Select): readonly PointColumn[] {
  return [
    ...placeColumns(sweep, selected, onSelect),
    { title: "n", note: "Number of timed samples", value: ({ statistics }) => statistics.n, figure: count },
    ...latencyColumns(sweep),
    ciColumn,
    {
      title: "tokens/s",
      note: "Tokens per second at the median",
      value: tokensPerSecond,
      figure: (value) => significant(value),
    },
    { title: "flags", value: ({ flags }) => flags.join(" "), cell: ({ flags }) => <FlagMarks flags={flags} /> },
    ...standingColumns(sweep),
    { title: "kernel", note: "The kernel that ran, read back from the layer", value: ({ kernel }) => kernel },
  ];
}

/** What points stand on, where that is not the same for all. */
function standingColumns({ points }: Sweep): readonly PointColumn[] {
  if (points.every(({ standing }) => standing === undefined)) return [];
  const note = "older: measured with other sources or in another environment than those that count";
  return [{ title: "stands on", note, value: ({ standing }) => standing ?? "what counts" }];
}

const ciColumn: PointColumn = {
  title: "95 % CI",
  unit: "±%",
  note: "Half-width of the median's 95 % interval over the median",
  value: ({ statistics: { medianCi } }) => (medianCi === null ? null : medianCi * 100),
  figure: (value) => significant(value, 2),
};

function placeColumns({ points, axis }: Sweep, selected: ReportPoint, onSelect: Select): readonly PointColumn[] {
  const names = [...new Set(points.flatMap((point) => Object.keys(point.coordinates)))].filter((name) => name !== axis);
  const first = {
    ...placeColumn(axis),
    cell: (point: ReportPoint) => <PlaceButton {...{ point, axis, selected, onSelect }} />,
  };
  return [first, ...names.map(placeColumn)];
}

function placeColumn(name: string): PointColumn {
  return { title: name, value: (point) => placeOf(point, name), figure: count };
}

interface PlaceButtonProps {
  readonly point: ReportPoint;
  readonly axis: string;
  readonly selected: ReportPoint;
  readonly onSelect: Select;
}

function PlaceButton({ point, axis, selected, onSelect }: PlaceButtonProps) {
  const select = () => onSelect(point);
  return (
    <button
      type="button"
      class="place"
      aria-pressed={placeText(point) === placeText(selected)}
      onClick={select}
      onFocus={select}
    >
      {count(placeOf(point, axis))}
    </button>
  );
}

function latencyColumns({ points }: Sweep): readonly PointColumn[] {
  const { leastMs, mostMs } = rangeOf(points.map(({ statistics }) => statistics.medianMs));
  const unit = latencyUnit(leastMs, mostMs);
  const column = (title: string, read: (point: ReportPoint) => number): PointColumn => ({
    title,
    unit: unit.name,
    value: (point) => read(point) / unit.size,
    figure: (value) => significant(value),
    hint: ({ statistics }) => spreadText(statistics),
  });
  return [
    column("median", ({ statistics }) => statistics.medianMs),
    column("p10", ({ statistics }) => statistics.p10Ms),
    column("p90", ({ statistics }) => statistics.p90Ms),
  ];
}
