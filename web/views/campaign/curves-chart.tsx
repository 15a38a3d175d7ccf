import { useCallback, useEffect, useMemo, useRef } from "preact/hooks";
import type uPlot from "uplot";
import { Figure } from "../../charts/figure.js";
import type { LineStyle } from "../../charts/line-style.js";
import { Plot } from "../../charts/plot.js";
import { useLatest } from "../../charts/use-latest.js";
import type { Theme } from "../../charts/theme.js";
import { curvesOf, rangeOf } from "../../data/curves.js";
import type { CaseSummary } from "../../data/report.js";
import { latencyUnit } from "../../figures/unit.js";
import { caseAddress } from "../../shell/route.js";
import { CurveReadout } from "./curve-readout.js";
import { curvesOptions, focusCurve } from "./curves-options.js";
import type { Highlight } from "../cases/highlight.js";

interface CurvesChartProps {
  readonly cases: readonly CaseSummary[];
  readonly styles: ReadonlyMap<string, LineStyle>;
  readonly highlight: Highlight | null;
  readonly onHighlight: (highlight: Highlight | null) => void;
}

/** The median latency of every case over its sweep, on log axes. Pointing at a curve names it, a click opens its case. */
export function CurvesChart({ cases, styles, highlight, onHighlight }: CurvesChartProps) {
  const curves = useMemo(() => curvesOf(cases), [cases]);
  const { leastMs, mostMs } = rangeOf(curves.cases.flatMap((one) => one.points.map((point) => point.medianMs)));
  const unit = latencyUnit(leastMs, mostMs);
  const plot = useRef<uPlot | null>(null);
  const latest = useLatest(curves);
  // What comes while a campaign runs moves the plot; it is drawn anew when there is another curve.
  const options = useCallback(
    (theme: Theme) => curvesOptions({ theme, curves, styles, latest, unit, onHighlight }),
    [curves.cases.map(({ key }) => key).join(" "), curves.axis, unit, onHighlight],
  );
  const keepPlot = useCallback((made: uPlot | null) => void (plot.current = made), []);
  const index = curves.cases.findIndex((one) => one.key === highlight?.key);
  const place = highlight?.place ?? null;
  useEffect(() => {
    // With a place, the highlight came from the plot itself.
    if (plot.current !== null && place === null) focusCurve(plot.current, index < 0 ? null : index + 1);
  }, [index, place, options]);
  if (curves.cases.length === 0) return <p class="empty">No point has been measured yet.</p>;
  const open = () => {
    if (highlight !== null && place !== null) location.hash = caseAddress(highlight.key);
  };
  return (
    <Figure yTitle={`median latency, ${unit.name}`} readout={<CurveReadout curves={curves} highlight={highlight} />}>
      <Plot
        label={`Median latency over ${curves.axis} for ${curves.cases.length} cases, logarithmic axes; the table of cases has the figures`}
        data={curves.data}
        options={options}
        onPlot={keepPlot}
        onChoose={open}
      />
    </Figure>
  );
}
