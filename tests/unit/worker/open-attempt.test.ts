import { expect, test } from "vitest";
import { RunningAttempt, type AttemptEnd } from "../../../src/worker/running-attempt.js";
import { failureOfParent } from "../../../src/worker/failure.js";
import type { Coordinates } from "../../../src/identity/keys.js";

const MEMORY = {
  rssBytes: 1,
  privateBytes: 1,
  deviceAllocatedBytes: null,
  deviceReservedBytes: null,
  deviceFreeBytes: null,
  layersAlive: null,
};
const RETURNED = {
  v: 1,
  kind: "returned",
  attempt: "a",
  drained: false,
  before: MEMORY,
  memory: MEMORY,
  durationMs: 1,
  automaticCollections: 0,
} as const;
const LOSS = failureOfParent("crashed", "the worker was ended by SIGSEGV while it held a case", "");

/** An attempt at a case whose callback decides its points, or at one whose points were asked for. */
function attemptAt(coordinates: readonly Coordinates[] = []) {
  const ends: AttemptEnd[] = [];
  const attempt = new RunningAttempt(
    {
      v: 1,
      kind: "run",
      attempt: "a",
      callback: "c",
      case: {},
      coordinates: coordinates.map((place) => ({ ...place })),
      policy: { timing: { kind: "fixed", warmup: 0, runs: 1 }, reclaim: "never" },
    },
    {
      measuring: () => {},
      point: () => {},
      // A header that stands there again is no row.
      row: ({ columns, cells }) => (columns[0] === cells[0] ? null : { tokens: Number(cells[0]) }),
    },
    (end) => void ends.push(end),
  );
  const row = (cell: string) => attempt.row({ v: 1, kind: "row", attempt: "a", columns: ["tokens"], cells: [cell] });
  return { attempt, ends, row };
}

test("whoever returned with a row has measured; without one, or with headers alone, it has not", () => {
  for (const [cells, outcome] of [
    [["1", "2"], "passed"],
    [["tokens"], "failed"],
    [[], "failed"],
  ] as const) {
    const { attempt, ends, row } = attemptAt();
    for (const cell of cells) row(cell);
    attempt.returned(RETURNED);
    attempt.finish(null, "");
    expect(ends.map((end) => end.outcome)).toEqual([outcome]);
    if (outcome === "failed") expect(ends[0]?.failure?.message).toMatch(/without a row in its `perf_filename`/);
  }
});

test("of rows nobody knows whether they were all: a worker lost before the return failed its case, after it did not", () => {
  const before = attemptAt();
  before.row("1");
  before.attempt.lose(LOSS);
  expect(before.ends[0]).toMatchObject({ outcome: "failed", failure: LOSS, workerFailure: LOSS });
  const after = attemptAt();
  after.row("1");
  after.attempt.returned(RETURNED);
  after.attempt.lose(LOSS);
  expect(after.ends[0]).toMatchObject({ outcome: "passed", failure: null, workerFailure: LOSS });
});

test("a row of a callback whose points were asked for breaks the protocol", () => {
  expect(() => attemptAt([{ tokens: 1 }]).row("1")).toThrow("whose points were asked for");
});
