import { useCallback, useEffect, useMemo, useRef } from "preact/hooks";
import type uPlot from "uplot";
import { Plot } from "../../charts/plot.js";
import type { Theme } from "../../charts/theme.js";
import type { ReportPoint } from "../../data/report.js";
import type { Sweep } from "../../data/sweep.js";
import type { SweepMeasure } from "./sweep-measure.js";
import { sweepData, sweepOptions } from "./sweep-options.js";

interface SweepChartProps {
  readonly label: string;
  readonly size: "tall" | "low";
  readonly sweep: Sweep;
  readonly measure: SweepMeasure;
  readonly selected: ReportPoint;
  readonly onPoint: (index: number | null) => void;
  readonly onChoose: () => void;
}

/** One picture of a sweep: median, p10 to p90, every sample. */
export function SweepChart({ label, size, sweep, measure, selected, onPoint, onChoose }: SweepChartProps) {
  const data = useMemo(() => sweepData(sweep, measure), [sweep, measure]);
  const plot = useRef<uPlot | null>(null);
  const selection = useRef(selected);
  selection.current = selected;
  const options = useCallback(
    (theme: Theme) => sweepOptions({ theme, sweep, measure, selection, onPoint }),
    [sweep, measure, onPoint],
  );
  const keepPlot = useCallback((made: uPlot | null) => void (plot.current = made), []);
  useEffect(() => plot.current?.redraw(false), [selected]);
  return <Plot label={label} size={size} data={data} options={options} onPlot={keepPlot} onChoose={onChoose} />;
}
