import type { AlignedData } from "uplot";
import type { MemoryStep } from "../../data/memory-curve.js";

type Moment = "before" | "after return" | "after reclaim";

/** One reading of a worker's memory on the picture. */
export interface MemoryPlace {
  readonly step: MemoryStep;
  readonly moment: Moment;
  readonly bytes: number;
  /** Place on the x axis: callback i begins at i (counted from 1). */
  readonly x: number;
}

/** The readings in order, and the line through them; `places[i]` is `data[0][i]` but for the breaks between workers. */
export interface SawTooth {
  readonly places: readonly (MemoryPlace | undefined)[];
  readonly data: AlignedData;
}

/** Where in its callback each moment is drawn, as a share of one step. */
const offsets: Readonly<Record<Moment, number>> = { before: 0, "after return": 0.5, "after reclaim": 0.72 };

/** The memory of callbacks as one line that breaks where another worker took over. */
export function sawTooth(steps: readonly MemoryStep[]): SawTooth {
  const places = steps.flatMap((step, index) => {
    const another = index > 0 && steps[index - 1]?.attempt.worker !== step.attempt.worker;
    return [...(another ? [undefined] : []), ...readings(step, index + 1)];
  });
  const xs = places.map((place, index) => place?.x ?? (places[index + 1]?.x ?? 1) - 0.02);
  return { places, data: [xs, places.map((place) => place?.bytes ?? null)] };
}

function readings(step: MemoryStep, callback: number): readonly MemoryPlace[] {
  const made = (moment: Moment, bytes: number): MemoryPlace => ({ step, moment, bytes, x: callback + offsets[moment] });
  const reclaimed = step.afterReclaimBytes === null ? [] : [made("after reclaim", step.afterReclaimBytes)];
  return [made("before", step.beforeBytes), made("after return", step.afterReturnBytes), ...reclaimed];
}
