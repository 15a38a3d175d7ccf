import type { ComponentChildren } from "preact";
import { useCallback, useMemo, useState } from "preact/hooks";
import { Figure } from "../../charts/figure.js";
import { Plot } from "../../charts/plot.js";
import { useLatest } from "../../charts/use-latest.js";
import type { Theme } from "../../charts/theme.js";
import type { MemoryCourse } from "../../data/memory-course.js";
import { byteUnit, memory } from "../../figures/unit.js";
import { caseAddress } from "../../shell/route.js";
import { memoryFrame } from "./memory-frame.js";
import { memoryOptions } from "./memory-options.js";
import { sawTooth, type MemoryPlace } from "./saw-tooth.js";

interface MemoryChartProps {
  /** Must be stable while the data are. */
  readonly courses: readonly MemoryCourse[];
  readonly title: string;
  readonly size?: "tall" | "low";
  readonly legend?: ComponentChildren;
}

/** Workers' memory over their callbacks: up while a layer stands, down when it is gone, against what they may use. */
export function MemoryChart({ courses, title, size = "low", legend }: MemoryChartProps) {
  const teeth = useMemo(() => sawTooth(courses), [courses]);
  const frame = useMemo(() => memoryFrame(courses), [courses]);
  const [pointed, setPointed] = useState<MemoryPlace | null>(null);
  const unit = useMemo(() => byteUnit(frame.mostBytes), [frame]);
  const latest = useLatest({ sawTooth: teeth, frame });
  const options = useCallback(
    (theme: Theme) => memoryOptions({ theme, sawTooth: teeth, latest, unit, onPoint: setPointed }),
    [courses.length, teeth.isOutline, unit],
  );
  const open = () => {
    if (pointed !== null) location.hash = caseAddress(pointed.step.case);
  };
  return (
    <Figure
      yTitle={`${title}, ${unit.name}`}
      readout={pointed === null ? null : <MemoryReadout place={pointed} />}
      legend={legend}
    >
      <Plot size={size} label={chartLabel(title, courses)} data={teeth.data} options={options} onChoose={open} />
    </Figure>
  );
}

function MemoryReadout({ place: { step, bytes, moment } }: { readonly place: MemoryPlace }) {
  const verdict = step.failed ? "failed" : step.verdict;
  return (
    <>
      <strong>{step.caseName}</strong>{" "}
      <span>
        callback {step.callback} of {step.worker.worker}, {moment}: {memory(bytes)}
        {verdict === null ? null : ` · ${verdict}`}
      </span>
    </>
  );
}

function chartLabel(title: string, courses: readonly MemoryCourse[]): string {
  const parts = courses.map(({ device, arm, steps }) => `${arm ?? device}: ${steps.length} callbacks`);
  return `${title} before, after return and after reclaim of each callback; ${parts.join(", ")}; the table of workers has the verdicts`;
}
