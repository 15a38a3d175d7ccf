import type { LineStyle } from "../../charts/line-style.js";
import { Swatch } from "../../charts/swatch.js";
import { rangeOf } from "../../data/curves.js";
import type { Flag } from "../../data/flag-words.js";
import type { CaseSummary, PointSummary } from "../../data/report.js";
import { axisOf, placeOf } from "../../data/sweep.js";
import { count, significant } from "../../figures/number.js";
import { latencyUnit, type Unit } from "../../figures/unit.js";
import { FlagMarks } from "../../marks/flag-marks.js";
import { spreadText } from "../../marks/spread-text.js";
import { StateMark } from "../../marks/state-mark.js";
import { caseAddress } from "../../shell/route.js";
import type { Column } from "../../tables/column.js";
import { Sparkline } from "./sparkline.js";

type Styles = ReadonlyMap<string, LineStyle>;
type CaseColumn = Column<CaseSummary>;

/** The columns of the table of cases: what a case is, both ends of its sweep, what is wrong with it. */
export function caseColumns(cases: readonly CaseSummary[], styles: Styles): readonly CaseColumn[] {
  return [
    { title: "case", value: ({ name }) => name, cell: (one) => <CaseName one={one} style={styles.get(one.key)} /> },
    ...layerColumns,
    ...endColumns(cases),
    ...stateColumns,
  ];
}

/** The columns of the view of all cases: beside the others, the sweep in small. */
export function listColumns(cases: readonly CaseSummary[]): readonly CaseColumn[] {
  const range = sweepRange(cases);
  const sweep: CaseColumn = {
    title: "sweep",
    note: "Median latency over the sweep, logarithmic; flagged points are marked",
    value: () => null,
    cell: (one) => <Sparkline one={one} range={range} />,
    isPicture: true,
  };
  return [
    { title: "case", value: ({ name }) => name, cell: (one) => <CaseName one={one} style={undefined} /> },
    ...layerColumns,
    sweep,
    ...endColumns(cases),
    ...stateColumns,
  ];
}

const layerColumns: readonly CaseColumn[] = [
  { title: "dtype", value: ({ dtype }) => dtype },
  { title: "tp", note: "Tensor parallel size", value: ({ tp }) => tp, figure: count },
  { title: "ep", note: "Expert parallel size", value: ({ ep }) => ep, figure: count },
  { title: "points", note: "Measured of planned points", value: ({ points }) => points.length, cell: pointCount },
];

const stateColumns: readonly CaseColumn[] = [
  { title: "flags", value: (one) => flagsOf(one).join(" "), cell: (one) => <FlagMarks flags={flagsOf(one)} /> },
  { title: "state", value: ({ state }) => state, cell: ({ state }) => <StateMark state={state} /> },
];

function CaseName({ one, style }: { readonly one: CaseSummary; readonly style: LineStyle | undefined }) {
  return (
    <a href={caseAddress(one.key)} class="case-name">
      {style === undefined ? null : <Swatch style={style} />}
      {one.name}
    </a>
  );
}

function pointCount({ points, plannedPoints }: CaseSummary) {
  const older = points.filter(({ standing }) => standing !== undefined).length;
  return `${points.length} of ${plannedPoints}${older === 0 ? "" : `, ${older} older`}`;
}

function flagsOf(one: CaseSummary): readonly Flag[] {
  return [...new Set(one.points.flatMap((point) => point.flags))];
}

function sweepRange(cases: readonly CaseSummary[]): readonly [first: number, last: number] {
  const points = cases.flatMap((one) => one.points);
  const axis = axisOf(points);
  const { leastMs: first, mostMs: last } = rangeOf(points.map((point) => placeOf(point, axis)));
  return points.length === 0 ? [1, 1] : [first, last];
}

/** Latency at the first and at the last place of the campaign's sweeps; a dash where a case has no point there. */
function endColumns(cases: readonly CaseSummary[]): readonly CaseColumn[] {
  const points = cases.flatMap((one) => one.points);
  if (points.length === 0) return [];
  const axis = axisOf(points);
  return [...new Set(sweepRange(cases))].map((place) => endColumn(cases, axis, place));
}

function endColumn(cases: readonly CaseSummary[], axis: string, place: number): CaseColumn {
  const found = new Map(cases.map((one) => [one.key, one.points.find((point) => placeOf(point, axis) === place)]));
  const at = (one: CaseSummary): PointSummary | undefined => found.get(one.key);
  const { leastMs, mostMs } = rangeOf([...found.values()].flatMap((point) => point?.medianMs ?? []));
  const unit: Unit = latencyUnit(leastMs, mostMs);
  return {
    title: `at ${count(place)} ${place === 1 ? axis.replace(/s$/, "") : axis}`,
    unit: unit.name,
    note: `Median latency at ${axis} = ${place}`,
    value: (one) => latencyIn(at(one), unit),
    figure: (value) => significant(value),
    hint: (one) => spreadText(at(one)),
  };
}

function latencyIn(point: PointSummary | undefined, unit: Unit): number | null {
  return point === undefined ? null : point.medianMs / unit.size;
}
