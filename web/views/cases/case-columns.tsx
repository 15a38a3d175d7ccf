import { Swatch } from "../../charts/swatch.js";
import type { LineStyle } from "../../charts/line-style.js";
import { fieldNumber, fieldText } from "../../data/case-fields.js";
import { medianRange } from "../../data/curves.js";
import type { Flag } from "../../data/flag-words.js";
import type { ReportCase, ReportPoint } from "../../data/report.js";
import { placeOf, sweepOf } from "../../data/sweep.js";
import { FlagMarks } from "../../marks/flag-marks.js";
import { spreadText } from "../../marks/spread-text.js";
import { StateMark } from "../../marks/state-mark.js";
import { caseAddress } from "../../shell/route.js";
import { count, significant } from "../../figures/number.js";
import { latencyUnit, type Unit } from "../../figures/unit.js";
import type { Column } from "../../tables/column.js";

type Styles = ReadonlyMap<string, LineStyle>;

/** The columns of the table of cases: what a case is, both ends of its sweep, what is wrong with it. */
export function caseColumns(cases: readonly ReportCase[], styles: Styles): readonly Column<ReportCase>[] {
  return [
    { title: "case", value: ({ name }) => name, cell: (one) => <CaseName one={one} style={styles.get(one.key)} /> },
    { title: "dtype", value: (one) => fieldText(one, "dtype") },
    { title: "tp", note: "Tensor parallel size", value: (one) => fieldNumber(one, "tp"), figure: count },
    { title: "ep", note: "Expert parallel size", value: (one) => fieldNumber(one, "ep"), figure: count },
    { title: "points", note: "Measured of planned points", value: ({ points }) => points.length, cell: pointCount },
    ...endColumns(cases),
    { title: "flags", value: (one) => flagsOf(one).join(" "), cell: (one) => <FlagMarks flags={flagsOf(one)} /> },
    { title: "state", value: ({ state }) => state, cell: ({ state }) => <StateMark state={state} /> },
  ];
}

function CaseName({ one, style }: { readonly one: ReportCase; readonly style: LineStyle | undefined }) {
  return (
    <a href={caseAddress(one.key)} class="case-name">
      {style === undefined ? null : <Swatch style={style} />}
      {one.name}
    </a>
  );
}

function pointCount({ points, plannedPoints }: ReportCase) {
  return `${points.length} of ${plannedPoints}`;
}

function flagsOf(one: ReportCase): readonly Flag[] {
  return [...new Set(one.points.flatMap((point) => point.flags))];
}

/** Latency at the first and at the last place of the campaign's sweeps; a dash where a case has no point there. */
function endColumns(cases: readonly ReportCase[]): readonly Column<ReportCase>[] {
  const points = cases.flatMap((one) => one.points);
  if (points.length === 0) return [];
  const { axis } = sweepOf(points);
  const places = points.map((point) => placeOf(point, axis));
  const ends = [...new Set([Math.min(...places), Math.max(...places)])];
  return ends.map((place) => endColumn(cases, axis, place));
}

function endColumn(cases: readonly ReportCase[], axis: string, place: number): Column<ReportCase> {
  const at = (one: ReportCase): ReportPoint | undefined => one.points.find((point) => placeOf(point, axis) === place);
  const { leastMs, mostMs } = medianRange(cases.flatMap((one) => at(one) ?? []));
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

function latencyIn(point: ReportPoint | undefined, unit: Unit): number | null {
  return point === undefined ? null : point.statistics.medianMs / unit.size;
}
