import type { Coordinates } from "../identity/keys.js";
import { drawCount } from "../ops/moe/workload/assign.js";
import type { TimingPolicy } from "../measure/timing-policy.js";
import type { DeadlinePolicy, PlannedCase, Policy } from "../plan/plan.js";
import type { AttemptDeadlines } from "../worker/worker-options.js";

/** Frameworks take minutes to import, and nothing is known of this one yet. */
const FIRST_LOAD_SECONDS = 300;
/** A layer may be compiled and tuned while it is built or first run, which no earlier layer foretells. */
const FIRST_POINT_SECONDS = 600;

/** Seconds in which a worker must have loaded; learned from the longest load of the campaign so far. */
export function loadSeconds({ load, factor, floor }: DeadlinePolicy, longestSeconds: number | null): number {
  if (load !== null) return load;
  return longestSeconds === null ? FIRST_LOAD_SECONDS : Math.ceil(Math.max(floor, factor * longestSeconds));
}

/** How many times as much work a point is, if work grows like each of its coordinates; at least 1. */
export function growth(from: Coordinates, to: Coordinates): number {
  return Object.entries(to).reduce((product, [axis, size]) => product * Math.max(1, size / (from[axis] ?? size)), 1);
}

/** What a timing policy allows for a point; a foreign callback has a policy of its own. */
function allowedSeconds(timing: TimingPolicy, { case: layer }: PlannedCase): number {
  return timing.kind === "adaptive" && layer.op === "moe" ? timing.maxSeconds * drawCount(layer.workload) : 0;
}

/** A point, and the wall time that it took. */
interface TimedPoint {
  readonly coordinates: Coordinates;
  readonly seconds: number;
}

/**
 * The deadlines of one attempt. That of a point is explicit, or learned from the point before it: its wall time, grown
 * as the coordinates grow, but at least the time that the timing policy allows; that many times the policy's factor.
 */
export class AttemptPace implements AttemptDeadlines {
  readonly caseSeconds: number | null;
  readonly #deadlines: DeadlinePolicy;
  /** What the timed part alone may take. */
  readonly #timedSeconds: number;
  #last: TimedPoint | null = null;
  #beganMs = 0;

  constructor(
    { deadlines, timing }: Policy,
    planned: PlannedCase,
    private readonly nowMs: () => number,
  ) {
    this.#deadlines = deadlines;
    this.caseSeconds = deadlines.case;
    this.#timedSeconds = allowedSeconds(timing, planned);
  }

  pointSeconds(coordinates: Coordinates | null): number {
    const { build, point, factor, floor } = this.#deadlines;
    if (coordinates === null) return build ?? FIRST_POINT_SECONDS;
    if (point !== null) return point;
    const grown = this.#last ? this.#last.seconds * growth(this.#last.coordinates, coordinates) : 0;
    const least = this.#last ? floor : Math.max(floor, FIRST_POINT_SECONDS);
    return Math.ceil(Math.max(least, factor * Math.max(this.#timedSeconds, grown)));
  }

  /** Notes that a point begins. */
  begin(): void {
    this.#beganMs = this.nowMs();
  }

  /** Notes that a point is done. */
  done(coordinates: Coordinates): void {
    this.#last = { coordinates, seconds: (this.nowMs() - this.#beganMs) / 1000 };
  }
}
