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

/** How far before a new worker's first reading its line is broken. */
const breakBefore = 0.14;

/** The memory of courses as lines that break where another worker took over. */
export function sawTooth(courses: readonly MemoryCourse[]): SawTooth {
  const teeth = courses.map(toothOf);
  const breaks = teeth.map(({ changes }) => new Set(changes.map(({ x }) => x - breakBefore)));
  const xs = [
    ...new Set([...teeth.flatMap(({ places }) => places.map(({ x }) => x)), ...breaks.flatMap((at) => [...at])]),
  ].toSorted((left, right) => left - right);
  const isOutline = courses.some(({ steps }) => steps.length > mostTeeth);
  const lines = teeth.flatMap(({ places }, index) =>
    (isOutline ? [places.filter(isPeak), places.filter(isFloor)] : [places]).map((drawn) => {
      const bytes = new Map(drawn.map((place) => [place.x, place.bytes]));
      // `null` breaks the line, `undefined` lets it go on.
      return xs.map((x) => bytes.get(x) ?? (breaks[index]?.has(x) === true ? null : undefined));
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
  const { steps } = course;
  const changes = steps.filter((step, index) => index > 0 && steps[index - 1]?.worker !== step.worker);
  return {
    course,
    places: steps.flatMap(readings),
    changes: changes.flatMap((step) => readings(step).slice(0, 1)),
  };
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
