import { useCallback, useMemo, useState } from "preact/hooks";
import { Figure } from "../../charts/figure.js";
import { Plot } from "../../charts/plot.js";
import type { Theme } from "../../charts/theme.js";
import { memoryMeasureNames, mostBytes, type MemoryCurve } from "../../data/memory-curve.js";
import { byteUnit, memory } from "../../figures/unit.js";
import { caseAddress } from "../../shell/route.js";
import { sawTooth, type MemoryPlace } from "./saw-tooth.js";
import { memoryOptions } from "./memory-options.js";

/** The worker's memory over the callbacks: up while a layer stands, down when it is gone. */
export function MemoryChart({ curve }: { readonly curve: MemoryCurve }) {
  const teeth = useMemo(() => sawTooth(curve.steps), [curve]);
  const [pointed, setPointed] = useState<number | null>(null);
  const unit = byteUnit(mostBytes(curve.steps));
  const options = useCallback(
    (theme: Theme) => memoryOptions({ theme, teeth, unit, onPoint: setPointed }),
    [teeth, unit],
  );
  const name = memoryMeasureNames[curve.measure];
  const place = pointed === null ? undefined : teeth.places[pointed];
  const open = () => {
    if (place !== undefined) location.hash = caseAddress(place.step.reportCase.key);
  };
  return (
    <Figure
      yTitle={`${curve.device}: ${name}, ${unit.name}`}
      readout={place === undefined ? null : <MemoryReadout place={place} />}
      legend={<MemoryLegend />}
    >
      <Plot
        size="low"
        label={`${name} of ${curve.device} before, after return and after reclaim of ${curve.steps.length} callbacks`}
        data={teeth.data}
        options={options}
        onChoose={open}
      />
    </Figure>
  );
}

function MemoryReadout({ place: { step, bytes, moment } }: { readonly place: MemoryPlace }) {
  return (
    <>
      <strong>{step.reportCase.name}</strong>{" "}
      <span>
        {moment}: {memory(bytes)} ({step.attempt.worker})
      </span>
    </>
  );
}

function MemoryLegend() {
  return (
    <>
      <span>
        <b class="dot dot-small" /> before
      </span>
      <span>
        <b class="dot" /> after return
      </span>
      <span>
        <b class="dot dot-open" /> after reclaim
      </span>
      <span>
        <b class="dot-cross">✕</b> callback failed
      </span>
      <span>
        <b class="rule" /> another worker
      </span>
    </>
  );
}
