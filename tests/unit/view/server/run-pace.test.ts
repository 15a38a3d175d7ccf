import { array, assert, integer, property, record } from "fast-check";
import { describe, expect, test } from "vitest";
import type { Entry } from "../../../../src/ledger/fold.js";
import { RunPace, timeLeft } from "../../../../src/view/server/run-pace.js";

const begin = Date.UTC(2026, 0, 1);

function entry(kind: Entry["kind"], second: number, body: object = {}): Entry {
  return { n: 1, t: new Date(begin + second * 1000).toISOString(), kind, body } as Entry;
}

describe("the time that is left", () => {
  test("is not known before three attempts have ended", () => {
    expect(
      timeLeft(
        [
          { seconds: 10, points: 5 },
          { seconds: 10, points: 5 },
        ],
        100,
        1,
      ),
    ).toBeNull();
  });

  test("is what attempts took so far, shared by the devices, and certain where all took the same", () => {
    const same = Array.from({ length: 4 }, () => ({ seconds: 10, points: 5 }));
    expect(timeLeft(same, 30, 1)).toEqual({ seconds: 60, error: 0 });
    expect(timeLeft(same, 30, 2)).toEqual({ seconds: 30, error: 0 });
    expect(timeLeft(same, 0, 1)).toEqual({ seconds: 0, error: 0 });
  });

  test("has the error of a prediction from few attempts that vary", () => {
    const ended = [8, 10, 12].map((seconds) => ({ seconds, points: 5 }));
    // Three attempts of 10 ± 2 s; for three more: √3 · 2 s of their own, √3 · 2 s of the mean that is not known better.
    const error = 1.645 * Math.sqrt(3 * 4 + 3 * 4);
    expect(timeLeft(ended, 15, 1)?.seconds).toBeCloseTo(30, 9);
    expect(timeLeft(ended, 15, 1)?.error).toBeCloseTo(error, 9);
  });

  test("grows with what is left, and never without an error", () => {
    const attempt = record({ seconds: integer({ min: 1, max: 1000 }), points: integer({ min: 1, max: 50 }) });
    assert(
      property(array(attempt, { minLength: 3, maxLength: 40 }), integer({ min: 0, max: 10_000 }), (ended, left) => {
        const [now, later] = [timeLeft(ended, left, 2), timeLeft(ended, left + 10, 2)];
        expect(now?.seconds).toBeLessThan(later?.seconds ?? 0);
        expect(now?.error).toBeLessThanOrEqual(later?.error ?? -1);
      }),
    );
  });
});

describe("points a minute", () => {
  test("count the last five minutes of this run alone", () => {
    const pace = new RunPace();
    pace.apply(entry("session", 0));
    pace.apply(entry("point", 10, { attempt: "of an earlier run" }));
    pace.apply(entry("session", 1000));
    for (let second = 1001; second <= 1060; second += 1) pace.apply(entry("point", second, { attempt: "a" }));
    expect(pace.at(new Date(begin + 1060_000), 0, 1).pointsPerMinute).toBeCloseTo(60, 9);
    expect(pace.at(new Date(begin + 1300_000), 0, 1).pointsPerMinute).toBeCloseTo(12, 9);
    expect(pace.at(new Date(begin + 2000_000), 0, 1).pointsPerMinute).toBeNull();
  });

  test("and the time left follow from the journal", () => {
    const pace = new RunPace();
    pace.apply(entry("session", 0));
    for (const attempt of ["a", "b", "c"]) {
      const start = attempt.charCodeAt(0) * 10;
      pace.apply(entry("attempt", start, { attempt }));
      pace.apply(entry("point", start + 1, { attempt }));
      pace.apply(entry("point", start + 3, { attempt }));
      pace.apply(entry("outcome", start + 4, { attempt }));
    }
    // An attempt that measured nothing tells nothing about points.
    pace.apply(entry("attempt", 2000, { attempt: "d" }));
    pace.apply(entry("outcome", 2400, { attempt: "d" }));
    expect(pace.at(new Date(begin + 2400_000), 10, 1).left).toEqual({ seconds: 20, error: 0 });
  });
});
