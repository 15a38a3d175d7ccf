import { describe, expect, test } from "vitest";
import { Dispatcher } from "../../../src/runtimes/ort/dispatch.js";
import { reclaimsAfterReturn } from "../../../src/runtimes/ort/reclaim.js";
import { contract, type Dispatch, measures, raises, realDispatch, trace } from "./callback-contract.js";

describe("the callback contract holds", () => {
  test.each(Object.entries(contract))("%s", async (_name, check) => {
    await expect(check(realDispatch)).resolves.toBeUndefined();
  });
});

/** Dispatchers with a fault in them, each with the check that finds it. */
const mutants: readonly [fault: string, check: keyof typeof contract, dispatch: Dispatch][] = [
  [
    "no collection",
    "one collection, after the return and before the last word",
    (parts, ...attempt) => new Dispatcher({ ...parts, collect: () => {} }).run(...attempt),
  ],
  [
    "two collections",
    "one collection, after the return and before the last word",
    (parts, ...attempt) => {
      const collect = () => {
        parts.collect();
        parts.collect();
      };
      return new Dispatcher({ ...parts, collect }).run(...attempt);
    },
  ],
  [
    "a collection on failure",
    "no collection on failure",
    (parts, command, callback, sweep) =>
      new Dispatcher(parts).run({ ...command, policy: { ...command.policy, reclaim: "always" } }, callback, sweep),
  ],
  [
    "the collection before the return",
    "one collection, after the return and before the last word",
    (parts, command, callback, sweep) => {
      const early: typeof callback = async (...args) => {
        await callback(...args);
        parts.collect();
      };
      return new Dispatcher({ ...parts, collect: () => {} }).run(command, early, sweep);
    },
  ],
  [
    "the collection between points",
    "one collection, after the return and before the last word",
    (parts, command, callback, sweep) => {
      const eager: typeof callback = (layerCase, points) => {
        const report = points.report.bind(points);
        points.report = (point) => {
          report(point);
          parts.collect();
        };
        return callback(layerCase, points);
      };
      return new Dispatcher({ ...parts, collect: () => {} }).run(command, eager, sweep);
    },
  ],
  [
    "the error replaced",
    "the original error arrives",
    (parts, command, callback, sweep) => {
      const replaced: typeof callback = (...args) =>
        callback(...args).catch((error: unknown) => {
          throw new Error("the callback failed", { cause: error });
        });
      return new Dispatcher(parts).run(command, replaced, sweep);
    },
  ],
  [
    "an argument dropped",
    "the callback is called once, with the case and the sweep alone",
    (parts, command, callback, sweep) => {
      const partial = callback as (...args: unknown[]) => Promise<void>;
      return new Dispatcher(parts).run(command, (layerCase) => partial(layerCase), sweep);
    },
  ],
];

describe("a dispatcher with a fault is found out", () => {
  test.each(mutants)("%s: by “%s”", async (_fault, check, dispatch) => {
    await expect(contract[check](dispatch)).rejects.toThrowError(expect.objectContaining({ name: "AssertionError" }));
  });
});

const double = async (value: number) => 2 * value;
const fail = () => Promise.reject(new Error("no"));

describe("a wrapped callback", () => {
  test("that was wrapped twice is collected for once, by the dispatcher", async () => {
    let own = 0;
    const count = () => void (own += 1);
    const twice = reclaimsAfterReturn(reclaimsAfterReturn(measures, count), count);
    const { events } = await trace(realDispatch, { callback: twice });
    expect(events.filter((event) => event === "collect")).toHaveLength(1);
    expect(own).toBe(0);
  });

  test("collects once by itself outside a dispatcher, and not when it raises", async () => {
    let own = 0;
    const count = () => void (own += 1);
    expect(await reclaimsAfterReturn(reclaimsAfterReturn(double, count), count)(21)).toBe(42);
    await expect(reclaimsAfterReturn(reclaimsAfterReturn(fail, count), count)()).rejects.toThrowError("no");
    await reclaimsAfterReturn(double, count)(1);
    expect(own).toBe(2);
  });

  test("keeps its name and length", () => {
    const wrapped = reclaimsAfterReturn(raises, () => {});
    expect([wrapped.name, wrapped.length]).toEqual([raises.name, raises.length]);
  });
});
