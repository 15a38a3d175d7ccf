import { expect, test } from "vitest";
import { duration, failureLimit } from "../../../src/cli/run-options.js";

test.each([
  ["3h50m", 13_800],
  ["90s", 90],
  ["1.5h", 5_400],
  ["2d", 172_800],
  ["1h30m15s", 5_415],
])("%s is %d seconds", (text, seconds) => {
  expect(duration(text)).toBe(seconds);
});

test.each(["", "3", "h", "3h 50m", "-1h", "0s", "3x", "3h50"])("%j is no time", (text) => {
  expect(() => duration(text)).toThrow("3h50m");
});

test("a limit of failures is a whole number, or a share of the planned cases", () => {
  expect(failureLimit("5")).toEqual({ count: 5 });
  expect(failureLimit("12.5%")).toEqual({ share: 0.125 });
  for (const text of ["0", "2.5", "0%", "101%", "some", "-1"]) expect(() => failureLimit(text)).toThrow("10%");
});
