import { describe, expect, test } from "vitest";
import { reclaimsAfterReturn } from "../../../src/runtimes/ort/reclaim.js";
import { contract, measures, raises, realDispatch, trace } from "./callback-contract.js";
import { mutants } from "./mutants.js";

describe("the callback contract holds", () => {
  test.each(Object.entries(contract))("%s", async (_name, check) => {
    await expect(check(realDispatch)).resolves.toBeUndefined();
  });
});

describe("a dispatcher with a fault is found out", () => {
  const table = mutants.map(({ fault, foundBy, dispatch }) => [fault, foundBy, dispatch] as const);
  test.each(table)("%s: by “%s”", async (_fault, foundBy, dispatch) => {
    await expect(contract[foundBy](dispatch)).rejects.toThrowError(expect.objectContaining({ name: "AssertionError" }));
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
    const once = await trace(realDispatch, { callback: measures });
    expect(events).toEqual(once.events);
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
