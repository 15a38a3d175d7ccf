import fc from "fast-check";
import { expect, test } from "vitest";
import { nextState, type WorkerEvent, type WorkerState } from "../../../src/worker/life.js";

const events: WorkerEvent[] = ["ready", "loaded", "run", "returned", "attempt-over", "end", "exited"];

function statesOf(sequence: readonly WorkerEvent[]): WorkerState[] {
  const states: WorkerState[] = ["starting"];
  for (const event of sequence) {
    const next = nextState(states.at(-1) ?? "starting", event);
    if (next) states.push(next);
  }
  return states;
}

test("a worker starts, loads, runs, reclaims and is idle again", () => {
  expect(statesOf(["ready", "loaded", "run", "returned", "attempt-over"])).toEqual([
    "starting",
    "loading",
    "idle",
    "running",
    "reclaiming",
    "idle",
  ]);
});

test("whatever happens, in whatever order: a worker that ends never runs again, and a dead one stays dead", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { maxLength: 40 }), (sequence) => {
      const states = statesOf(sequence);
      expect(states.join(" ")).toMatch(
        /^(?!.*(ending|dead) (starting|loading|idle|running|reclaiming))(?!.*dead ending)/,
      );
    }),
    { numRuns: 5000 },
  );
});

test("a report that cannot come now is told apart", () => {
  expect(nextState("idle", "returned")).toBeNull();
  expect(nextState("running", "loaded")).toBeNull();
  expect(nextState("dead", "run")).toBeNull();
});
