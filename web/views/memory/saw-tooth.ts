import type { AlignedData } from "uplot";
import type { CourseStep, MemoryCourse } from "../../data/memory-course.js";

type Moment = "before" | "after return" | "after reclaim";

/** One reading of a worker's memory on the picture. */
export interface MemoryPlace {
  readonly step: CourseStep;
  readonly moment: Moment;
  readonly bytes: number;
  /** Place on the x axis: callback i begins at i (counted from 1). */
  readonly x: number;
}

/** One course on the picture. */
export interface Tooth {
  readonly course: MemoryCourse;
  readonly places: readonly MemoryPlace[];
  /** Places before which another worker took over. */
  readonly changes: readonly MemoryPlace[];
}

/** Courses over one x axis: `data[0]` are the places. */
export interface SawTooth {
  readonly teeth: readonly Tooth[];
  /** With too many callbacks for their teeth to be told apart, each course is an outline: its peaks, then its floor. */
  readonly isOutline: boolean;
  /** `data[i + 1]` are the bytes of course i; of an outline `data[2 i + 1]` and `data[2 i + 2]`. */
  readonly data: AlignedData;
}

/** More callbacks than this are drawn as an outline. */
const mostTeeth = 120;

/** Where in its callback each moment is drawn, as a share of one step. */
const offsets: Readonly<Record<Moment, number>> = { before: 0, "after return": 0.5, "after reclaim": 0.72 };

/** The memory of courses as lines that break where another worker took over. */
export function sawTooth(courses: readonly MemoryCourse[]): SawTooth {
  const teeth = courses.map(toothOf);
  const breaks = teeth.map(breaksOf);
  const xs = [
    ...new Set([
      ...teeth.flatMap(({ places }) => places.map(({ x }) => x)),
      ...breaks.flat().map(([from, to]) => (from + to) / 2),
    ]),
  ].toSorted((left, right) => left - right);
  const isOutline = courses.some(({ steps }) => steps.length > mostTeeth);
  const lines = teeth.flatMap(({ places }, index) =>
    (isOutline ? [places.filter(isPeak), places.filter(isFloor)] : [places]).map((drawn) => {
      const bytes = new Map(drawn.map((place) => [place.x, place.bytes]));
      // `null` breaks the line, `undefined` lets it go on.
      const isBroken = (x: number) => breaks[index]?.some(([from, to]) => x > from && x < to) === true;
      return xs.map((x) => bytes.get(x) ?? (isBroken(x) ? null : undefined));
    }),
  );
  return { teeth, isOutline, data: [xs, ...lines] };
}

function isPeak({ moment }: MemoryPlace): boolean {
  return moment === "after return";
}

/** Whether a reading is the last one of its callback. */
export function isFloor({ step, moment }: MemoryPlace): boolean {
  return moment === (step.afterReclaimBytes === null ? "after return" : "after reclaim");
}

function toothOf(course: MemoryCourse): Tooth {
  const places = course.steps.flatMap(readings);
  return { course, places, changes: places.filter((place, index) => isAnotherWorker(place, places[index - 1])) };
}

function isAnotherWorker({ step }: MemoryPlace, before: MemoryPlace | undefined): boolean {
  return before !== undefined && before.step.worker !== step.worker;
}

/** The stretches between one worker's last reading and the next one's first. Other courses may have readings there. */
function breaksOf({ places, changes }: Tooth): readonly (readonly [from: number, to: number])[] {
  return changes.map((change) => [places[places.indexOf(change) - 1]?.x ?? change.x, change.x]);
}

function readings(step: CourseStep): readonly MemoryPlace[] {
  const made = (moment: Moment, bytes: number): MemoryPlace => ({
    step,
    moment,
    bytes,
    x: step.callback + offsets[moment],
  });
  const reclaimed = step.afterReclaimBytes === null ? [] : [made("after reclaim", step.afterReclaimBytes)];
  return [made("before", step.beforeBytes), made("after return", step.afterReturnBytes), ...reclaimed];
}
