import { mostBytes, prospectOf, type MemoryCourse, type Prospect } from "../../data/memory-course.js";

/** What a picture of memory has room for. */
export interface MemoryFrame {
  /** Last callback that is drawn, measured or foreseen. */
  readonly callbacks: number;
  readonly mostBytes: number;
  /** The limits that are near enough to be drawn. */
  readonly limits: readonly number[];
  /** By course; `null` where none is drawn. */
  readonly prospects: readonly (Prospect | null)[];
}

/** A limit further above the curves than this many times would press them flat. */
const mostHeadroom = 2.5;

/** Lays out the courses, their limits and where they lead. */
export function memoryFrame(courses: readonly MemoryCourse[]): MemoryFrame {
  const measured = Math.max(1, ...courses.map(({ steps }) => steps.at(-1)?.callback ?? 1));
  const most = Math.max(...courses.map(({ steps }) => mostBytes(steps)));
  const known = [...new Set(courses.flatMap(({ workers }) => workers.flatMap(({ limitBytes }) => limitBytes ?? [])))];
  const limits = known.filter((limit) => limit <= mostHeadroom * most);
  const prospects = courses.map((course) => {
    const prospect = prospectOf(course);
    return prospect !== null && limits.includes(prospect.limitBytes) ? prospect : null;
  });
  // A forecast gets at most as much room again as what was measured.
  const foreseen = Math.max(0, ...prospects.map((prospect) => prospect?.failsAtCallback ?? 0));
  const callbacks = Math.max(measured, Math.min(foreseen, 2 * measured));
  return { callbacks, mostBytes: Math.max(most, ...limits), limits, prospects };
}
