import { expect, test } from "vitest";
import { dueAction, reachesLimit } from "../../../src/campaign/limits.js";

test("a count of failures is reached at that count, a share at that part of the planned cases, and never by none", () => {
  expect([1, 2, 3].map((failed) => reachesLimit({ count: 2 }, failed, 100))).toEqual([false, true, true]);
  expect([9, 10].map((failed) => reachesLimit({ share: 0.1 }, failed, 100))).toEqual([false, true]);
  expect([0, 1].map((failed) => reachesLimit({ share: 0.01 }, failed, 3))).toEqual([false, true]);
});

test("a run drains while the longest point still fits into its time, and stops when no time is left for it", () => {
  const due = (leftSeconds: number, pointSeconds: number) =>
    dueAction({ limitSeconds: 3600, leftSeconds, pointSeconds });
  expect([due(60, 1), due(4.1, 1), due(4, 1), due(2, 1)]).toEqual(["nothing", "nothing", "drain", "stop"]);
  expect([due(63, 60), due(62, 60), due(2.1, 60), due(1, 60)]).toEqual(["nothing", "drain", "drain", "stop"]);
});

test("a short run keeps a tenth of its time for ending", () => {
  const due = (leftSeconds: number) => dueAction({ limitSeconds: 5, leftSeconds, pointSeconds: 0 });
  expect([due(1.1), due(1), due(0.5)]).toEqual(["nothing", "drain", "stop"]);
});
