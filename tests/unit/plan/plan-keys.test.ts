import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../e2e/assay.js";
import { pointKey } from "../../../src/identity/keys.js";
import { type Entry, entry, keysOf, planOf } from "./plans.js";

const golden = JSON.parse(readFileSync(new URL("../../fixtures/golden-keys.json", import.meta.url), "utf8")) as {
  cases: Record<string, string>;
  points: Record<string, string>;
};
const RUNS = { numRuns: 2000 };

/** A golden case as an entry with nothing left out: `<model> <dtype> tp<n> ep<n> <distribution>`. */
function goldenEntry(name: string): Entry {
  const [models, dtype, tp = "", ep = "", distribution = ""] = name.split(" ");
  const workload =
    distribution === "balanced" ? "balanced" : { power_law: Number(distribution.slice(10)), draws: 5, seed: 0 };
  const sizes = { tp: Number(tp.slice(2)), ep: Number(ep.slice(2)) };
  return { op: "moe", runtime: "ort", callback: "moe", models, dtype, ...sizes, workload };
}

/** Fields and what they are when they are left out. */
const defaults: Entry = { runtime: "ort", callback: "moe", tp: 1, ep: 1, workload: "balanced" };

/** The same entry with some defaults left out, some values written as lists, and its fields in another order. */
const written = (full: Entry) =>
  fc
    .record({
      dropped: fc.subarray(Object.keys(defaults).filter((name) => full[name] === defaults[name])),
      listed: fc.subarray(["models", "dtype", "tp", "ep", "workload"]),
      order: fc.func(fc.nat()),
      tokens: fc.uniqueArray(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 8 }),
    })
    .map(({ dropped, listed, order, tokens }): Entry => {
      const fields = Object.entries({ ...full, tokens }).filter(([name]) => !dropped.includes(name));
      const sorted = fields.sort(([left], [right]) => order(left) - order(right));
      return Object.fromEntries(sorted.map(([name, value]) => [name, listed.includes(name) ? [value] : value]));
    });

/** The golden cases in any order, each written in some way, under some policy. */
const goldenFiles = fc.shuffledSubarray(Object.keys(golden.cases), { minLength: 1 }).chain((names) =>
  fc.record({
    names: fc.constant(names),
    entries: fc.tuple(...names.map((name) => written(goldenEntry(name)))),
    reclaim: fc.constantFrom("never", "always", "after-success"),
  }),
);

describe("keys of a plan hold", () => {
  it("whatever the order of cases and fields, the sweeps, the defaults left out, and the policy", () => {
    fc.assert(
      fc.property(goldenFiles, ({ names, entries, reclaim }) => {
        const plan = planOf(entries, { rest: { policy: { reclaim } } });
        expect(keysOf(plan)).toEqual(names.map((name) => golden.cases[name]));
      }),
      RUNS,
    );
  });

  it("for a point, whatever the sweep's other points", () => {
    const tokens = fc.uniqueArray(fc.integer({ min: 2, max: 20_000 }), { maxLength: 8 });
    const [name = "", key] = Object.entries(golden.points).find(([point]) => point.endsWith("@ 1")) ?? [];
    fc.assert(
      fc.property(tokens, fc.nat(8), (others, place) => {
        const [planned] = planOf([
          { ...goldenEntry(name.split(" @")[0] ?? ""), tokens: others.toSpliced(place, 0, 1) },
        ]).cases;
        const keys = planned?.coordinates.map((at) => pointKey(planned.key, at));
        expect(keys?.filter((other) => other === key)).toHaveLength(1);
        expect(new Set(keys).size).toBe(others.length + 1);
      }),
      RUNS,
    );
  });
});

/** Legal values of each field that an entry may vary; any two give different layers. */
const meanings = fc.record({
  callback: fc.constantFrom("moe", "mine/moe"),
  models: fc.constantFrom("mixtral-8x7b", "qwen3-30b-a3b", "deepseek-v3", "gpt-oss-20b"),
  dtype: fc.constantFrom("fp32", "int4"),
  tp: fc.constantFrom(1, 2, 4),
  ep: fc.constantFrom(1, 2, 8),
  workload: fc.constantFrom<unknown[]>(
    "balanced",
    { power_law: 1.01 },
    { power_law: 1.2 },
    { power_law: 1.2, draws: 4 },
    { power_law: 1.2, seed: 1 },
  ),
});

describe("a case's key", () => {
  /** The 720 entries are planned once each. */
  const planned = new Map<string, string>();
  function keyOfEntry(fields: Entry): string {
    const said = JSON.stringify(fields);
    const known = planned.get(said) ?? keysOf(planOf([entry(fields)])).join(" ");
    planned.set(said, known);
    return known;
  }

  it("is another for entries that say something else", () => {
    fc.assert(
      fc.property(meanings, meanings, (one, other) => {
        expect(keyOfEntry(one)).toMatch(/^[0-9a-f]{64}$/);
        expect(keyOfEntry(one) === keyOfEntry(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
      RUNS,
    );
  });

  it("changes with one field alone", () => {
    const field = fc.constantFrom("callback", "models", "dtype", "tp", "ep", "workload");
    fc.assert(
      fc.property(meanings, meanings, field, (one, other, name) => {
        fc.pre(JSON.stringify(Reflect.get(one, name)) !== JSON.stringify(Reflect.get(other, name)));
        expect(keyOfEntry({ ...one, [name]: Reflect.get(other, name) })).not.toBe(keyOfEntry({ ...one }));
      }),
      RUNS,
    );
  });
});

const config = {
  model_type: "deepseek_v3",
  hidden_size: 1024,
  moe_intermediate_size: 512,
  n_routed_experts: 64,
  num_experts_per_tok: 4,
  n_group: 8,
  topk_group: 4,
  topk_method: "noaux_tc",
  scoring_func: "sigmoid",
  norm_topk_prob: true,
  routed_scaling_factor: 2.5,
  hidden_act: "silu",
};

/** Fields of a config.json that make another layer, with another value each. */
const telling: Entry = {
  hidden_size: 2048,
  moe_intermediate_size: 256,
  n_routed_experts: 128,
  num_experts_per_tok: 8,
  n_group: 4,
  topk_group: 2,
  topk_method: null,
  scoring_func: "softmax",
  norm_topk_prob: false,
  routed_scaling_factor: 0,
};

/** Fields that say nothing of the layer. */
const idle: Entry = {
  vocab_size: 9,
  num_hidden_layers: 3,
  intermediate_size: 77,
  torch_dtype: "float16",
  first_k_dense_replace: 1,
};

describe("a model's config.json", () => {
  /** Plans a model file in a folder of the running test. */
  function configKeys(): (content: object) => string | undefined {
    const file = join(temporaryFolder(), "model.json");
    return (content) => {
      writeFileSync(file, JSON.stringify(content));
      return keysOf(planOf([entry({ models: file })]))[0];
    };
  }

  it("gives another key for each field that makes another layer, and for any of them together", () => {
    const keyOfConfig = configKeys();
    const names = Object.keys(telling);
    const base = keyOfConfig(config);
    const alone = names.map((name) => keyOfConfig({ ...config, [name]: telling[name] }));
    expect(new Set([base, ...alone]).size).toBe(names.length + 1);
    const changes = fc.subarray(names, { minLength: 1 });
    fc.assert(
      fc.property(changes, changes, (one, other) => {
        const [left, right] = [one, other].map((chosen) =>
          keyOfConfig({ ...config, ...Object.fromEntries(chosen.map((name) => [name, telling[name]])) }),
        );
        expect(left).not.toBe(base);
        expect(left === right).toBe(one.join(" ") === other.join(" "));
      }),
      RUNS,
    );
  });

  it("gives the same key whatever its order and what it says of anything else", () => {
    const keyOfConfig = configKeys();
    const base = keyOfConfig(config);
    fc.assert(
      fc.property(fc.subarray(Object.keys(idle)), fc.func(fc.nat()), (extra, order) => {
        const fields = [...Object.entries(config), ...extra.map((name) => [name, idle[name]] as const)];
        const sorted = fields.sort(([left], [right]) => order(left) - order(right));
        expect(keyOfConfig(Object.fromEntries(sorted))).toBe(base);
      }),
      RUNS,
    );
  });
});
