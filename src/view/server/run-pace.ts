import { mean, sum } from "simple-statistics";
import type { Entry } from "../../ledger/fold.js";
import type { Pace } from "./messages.js";

/** What an attempt that ended took. */
interface EndedAttempt {
  readonly seconds: number;
  readonly points: number;
}

const WINDOW_SECONDS = 300;
const MIN_ATTEMPTS = 3;
/** Half-width of a normal distribution's 90 % interval in standard deviations. */
const NINETY_PERCENT = 1.645;

/** How fast a campaign goes: the points of the last minutes, and what ended attempts took. */
export class RunPace {
  readonly #ended: EndedAttempt[] = [];
  readonly #begun = new Map<string, { readonly atMs: number; points: number }>();
  /** Points of the last minutes by the second in which they were measured, the oldest first. */
  readonly #points = new Map<number, number>();
  #sessionMs = 0;

  apply({ kind, body, t }: Entry): void {
    const atMs = Date.parse(t);
    if (kind === "session") this.#beginSession(atMs);
    else if (kind === "attempt") this.#begun.set(body.attempt, { atMs, points: 0 });
    else if (kind === "point") this.#addPoint(body.attempt, atMs);
    else if (kind === "outcome") this.#endAttempt(body.attempt, atMs);
  }

  /** @param left points that are still to be measured @param devices that measure them side by side */
  at(now: Date, left: number, devices: number): Pace {
    return { pointsPerMinute: this.#pointsPerMinute(now.getTime()), left: timeLeft(this.#ended, left, devices) };
  }

  #beginSession(atMs: number): void {
    this.#begun.clear();
    this.#points.clear();
    this.#sessionMs = atMs;
  }

  #addPoint(attempt: string, atMs: number): void {
    const second = Math.floor(atMs / 1000);
    this.#points.set(second, (this.#points.get(second) ?? 0) + 1);
    this.#forgetBefore(second - WINDOW_SECONDS);
    const begun = this.#begun.get(attempt);
    if (begun) begun.points += 1;
  }

  #forgetBefore(second: number): void {
    for (const known of this.#points.keys()) {
      if (known > second) return;
      this.#points.delete(known);
    }
  }

  #endAttempt(attempt: string, atMs: number): void {
    const begun = this.#begun.get(attempt);
    this.#begun.delete(attempt);
    if (begun && begun.points > 0) this.#ended.push({ seconds: (atMs - begun.atMs) / 1000, points: begun.points });
  }

  #pointsPerMinute(nowMs: number): number | null {
    const seconds = Math.min(WINDOW_SECONDS, (nowMs - this.#sessionMs) / 1000);
    this.#forgetBefore(nowMs / 1000 - WINDOW_SECONDS);
    const points = sum([...this.#points.values()]);
    return points === 0 || seconds <= 0 ? null : (points / seconds) * 60;
  }
}

/**
 * The time for `left` more points, from what ended attempts took: a ratio estimate of seconds a point, with the 90 %
 * interval of a prediction (Cochran, Sampling Techniques, section 6.4: attempts vary, and their mean is not known well).
 * @returns `null` for fewer than three attempts
 */
export function timeLeft(ended: readonly EndedAttempt[], left: number, devices: number): Pace["left"] {
  if (ended.length < MIN_ATTEMPTS || devices === 0) return null;
  const points = sum(ended.map((attempt) => attempt.points));
  const secondsPerPoint = sum(ended.map(({ seconds }) => seconds)) / points;
  const residuals = ended.map((attempt) => (attempt.seconds - secondsPerPoint * attempt.points) ** 2);
  const variance = sum(residuals) / (ended.length - 1);
  const attemptsLeft = left / mean(ended.map((attempt) => attempt.points));
  const ofMean = (left / points) ** 2 * ended.length * variance;
  const deviation = Math.sqrt(ofMean + attemptsLeft * variance);
  return { seconds: (secondsPerPoint * left) / devices, error: (NINETY_PERCENT * deviation) / devices };
}
