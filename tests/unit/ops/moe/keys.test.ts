import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyOf, pointKey } from "../../../../src/identity/keys.js";
import { findModel } from "../../../../src/model/find-model.js";
import { moeCaseSchema, type MoeCase } from "../../../../src/ops/moe/case.js";
import { deepseekCase, RUNS } from "./layers.js";

/** `<model> <dtype> tp<n> ep<n> <distribution>` → key; a change of any is a breaking change. */
const golden = JSON.parse(readFileSync(new URL("../../../fixtures/golden-keys.json", import.meta.url), "utf8")) as {
  cases: Record<string, string>;
  points: Record<string, string>;
};

const WORKLOADS: Readonly<Record<string, object>> = {
  balanced: { distribution: "balanced" },
  "power_law_1.01": { distribution: "power_law", alpha: 1.01 },
};

const size = (text: string) => Number(text.slice(2));

function caseInput(name: string): Record<string, unknown> {
  const [model = "", dtype, tp = "", ep = "", distribution = ""] = name.split(" ");
  const { hidden, moe } = findModel(model, { baseDir: "." });
  const common = { op: "moe", runtime: "ort", callback: "moe", dtype, hidden, ...moe };
  return { ...common, tp: size(tp), ep: size(ep), workload: WORKLOADS[distribution] };
}
const keyOfInput = (input: unknown) => keyOf(moeCaseSchema.parse(input));

/** The same value with the properties of every object in another order. */
function reordered(value: unknown, order: (names: string[]) => string[]): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const members = new Map(Object.entries(value));
  return Object.fromEntries(order([...members.keys()]).map((name) => [name, reordered(members.get(name), order)]));
}

const smallCases: fc.Arbitrary<MoeCase> = fc
  .record({
    dtype: fc.constantFrom("fp32", "int4"),
    hidden: fc.integer({ min: 1, max: 3 }),
    topK: fc.integer({ min: 1, max: 2 }),
    tp: fc.integer({ min: 1, max: 2 }),
    activation: fc.record({ function: fc.constantFrom("silu", "swigluoai"), limit: fc.constantFrom(null, 7, 10) }),
    routing: fc.record({
      scoring: fc.constantFrom("softmax", "sigmoid"),
      groups: fc.constantFrom(null, { count: 4, kept: 2 }),
      scale: fc.constantFrom(0, 1, 2.5),
    }),
    workload: fc.oneof(
      fc.constant({ distribution: "balanced" }),
      fc.record({
        distribution: fc.constant("power_law"),
        alpha: fc.constantFrom(1.01, 1.2),
        seed: fc.constantFrom(0, 1),
      }),
    ),
  })
  .map((fields) => moeCaseSchema.parse({ ...deepseekCase(), ...fields }));

describe("the golden keys", () => {
  it.each(Object.entries(golden.cases))("of the case %s stay", (name, key) => {
    expect(keyOfInput(caseInput(name))).toBe(key);
  });

  it.each(Object.entries(golden.points))("of the point %s stay", (name, key) => {
    const [caseName = "", tokens] = name.split(" @ ");
    expect(pointKey(keyOfInput(caseInput(caseName)), { tokens: Number(tokens) })).toBe(key);
  });

  it("are all different", () => {
    const keys = [...Object.values(golden.cases), ...Object.values(golden.points)];
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe("a case's key", () => {
  const names = fc.constantFrom(...Object.keys(golden.cases));

  it("does not depend on the order of properties", () => {
    fc.assert(
      fc.property(names, fc.func(fc.nat()), (name, rank) => {
        const order = (fields: string[]) => fields.toSorted((left, right) => rank(left) - rank(right));
        expect(keyOfInput(reordered(caseInput(name), order))).toBe(golden.cases[name]);
      }),
      { numRuns: 2000 },
    );
  });

  it("does not tell a default from the same value spelled out", () => {
    const bare = {
      op: "moe",
      runtime: "ort",
      callback: "moe",
      dtype: "fp32",
      hidden: 4096,
      inter: 14336,
      experts: 8,
      topK: 2,
      activation: { function: "silu" },
      routing: {},
    };
    const spelled = { ...bare, tp: 1, ep: 1, workload: { distribution: "balanced" } };
    const activation = { function: "silu", gated: true, bias: false, alpha: null, limit: null };
    const routing = { scoring: "softmax", groups: null, correctionBias: false, renormalise: true };
    expect(keyOfInput(bare)).toBe(golden.cases["mixtral-8x7b fp32 tp1 ep1 balanced"]);
    expect(
      keyOfInput({ ...spelled, activation, routing: { ...routing, scale: 1, weightOn: "output", logits: "model" } }),
    ).toBe(keyOfInput(bare));
    const law = { distribution: "power_law", alpha: 1.2 };
    expect(keyOfInput({ ...bare, workload: { ...law, draws: 5, seed: 0 } })).toBe(
      keyOfInput({ ...bare, workload: law }),
    );
  });

  it("is the same for the same meaning and another for any other", () => {
    fc.assert(
      fc.property(smallCases, smallCases, (one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other);
        expect(keyOf(one) === keyOf(other)).toBe(same);
      }),
      RUNS,
    );
  });

  it.each<[string, Partial<MoeCase>]>([
    ["runtime", { runtime: "python" }],
    ["callback", { callback: "run_moe_torch" }],
    ["dtype", { dtype: "int4" }],
    ["hidden", { hidden: 7169 }],
    ["inter", { inter: 2049 }],
    ["experts", { experts: 264 }],
    ["top-k", { topK: 7 }],
    ["tp", { tp: 2 }],
    ["ep", { ep: 2 }],
    ["activation", { activation: { ...deepseekCase().activation, limit: 10 } }],
    ["groups", { routing: { ...deepseekCase().routing, groups: { count: 8, kept: 3 } } }],
    ["scale", { routing: { ...deepseekCase().routing, scale: 0 } }],
    ["draws", { workload: { distribution: "power_law", alpha: 1.01, draws: 4, seed: 0 } }],
    ["seed", { workload: { distribution: "power_law", alpha: 1.01, draws: 5, seed: 1 } }],
  ])("changes with its %s", (_, changes) => {
    const law = deepseekCase({ workload: { distribution: "power_law", alpha: 1.01, draws: 5, seed: 0 } });
    expect(keyOf({ ...law, ...changes })).not.toBe(keyOf(law));
  });

  it("of a point does not depend on the sweep's other points", () => {
    const key = keyOf(deepseekCase());
    expect(pointKey(key, { tokens: 8 })).not.toBe(pointKey(key, { tokens: 16 }));
    expect(pointKey(key, { tokens: 8 })).toBe(pointKey(keyOf(deepseekCase()), { tokens: 8 }));
  });
});
