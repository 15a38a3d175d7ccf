// Each gate fires on a small table, and stays silent on the near case beside it.
import { describe, expect, test } from "vitest";
import type { UnusableFile } from "../../../../src/tables/import/read-file.js";
import { gates } from "../../../../src/tables/checks/gates/all.js";
import { isUsable } from "../../../../src/tables/import/read-table-file.js";
import { placeOf } from "../../../../src/tables/place.js";
import { checked, findingsOf, gemmRows, h200, moeRows, parquetOf, read, type Row, smooth, tableOf } from "../tables.js";

const tokens = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384];
const calm = smooth(tokens, { floor: 0.05, slope: 0.001 });

function moe(points: Readonly<Record<number, number>>, changes: Row = {}) {
  return checked(tableOf("moe", moeRows(points, changes)));
}

function moeOf(...parts: readonly (readonly Row[])[]) {
  return checked(tableOf("moe", parts.flat()));
}

/** The same curve for several shapes, so that they have a common noise. */
function shapes(
  points: (hidden: number) => Readonly<Record<number, number>>,
  hiddens = [1024, 2048, 3072, 4096, 5120, 6144],
) {
  return moeOf(...hiddens.map((hidden) => moeRows(points(hidden), { hidden_size: hidden, inter_size: hidden })));
}

test("every gate says what it looks for, what it needs and what to do", () => {
  for (const { looksFor, needs, todo } of gates)
    for (const text of [looksFor, needs, todo]) expect(text.length).toBeGreaterThan(5);
  expect(new Set(gates.map(({ name }) => name)).size).toBe(gates.length);
});

describe("unreadable and schema", () => {
  const whole = parquetOf(tableOf("moe", moeRows(calm)));

  function unusable(bytes: Uint8Array): UnusableFile[] {
    const file = read(bytes, "moe_perf.parquet");
    return isUsable(file) ? [] : [file];
  }

  test("a table that was cut off; the whole one is fine", () => {
    expect(findingsOf("unreadable", [], unusable(whole.subarray(0, -3)))).toHaveLength(1);
    expect(findingsOf("unreadable", [], unusable(whole))).toEqual([]);
  });

  test("a missing key column and a text latency; one column more is fine", () => {
    const without = moeRows(calm).map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => name !== "topk")),
    );
    const texts = moeRows(calm).map((row) => ({ ...row, latency: String(row["latency"]) }));
    const more = moeRows(calm, { power: 700.5 });
    expect(findingsOf("schema", [], unusable(parquetOf(tableOf("moe", without))))[0]?.says).toContain("no column topk");
    expect(findingsOf("schema", [], unusable(parquetOf(tableOf("moe", texts))))[0]?.says).toContain(
      "latency holds text",
    );
    expect(unusable(parquetOf(tableOf("moe", more)))).toEqual([]);
  });

  test("a table of an unknown kind without a latency may be a good one: a notice", () => {
    const file = read(parquetOf(tableOf("deepep", [{ dispatch_us: 3 }])), "wideep_deepep_ll_perf.parquet");
    expect(findingsOf("schema", [], isUsable(file) ? [] : [file])).toMatchObject([{ severity: "notice" }]);
  });

  test("sizes that were stored as floating point are fine while they are whole", () => {
    const real = (value: number) =>
      parquetOf(tableOf("moe", moeRows({ 1: 0.5, 2: 0.6 }, { topk: value }), { topk: "real" }));
    expect(unusable(real(2))).toEqual([]);
    expect(unusable(real(2.5))).toMatchObject([{ fault: "schema" }]);
  });
});

describe("bad-value", () => {
  function found(rows: readonly Row[]) {
    const file = read(parquetOf(tableOf("moe", rows, { latency: "real" })), "moe_perf.parquet");
    return isUsable(file) ? findingsOf("bad-value", [{ ...checked(file.table), ...file }]) : [];
  }

  test("a latency of 0 and a key with a hole; the smallest latency is fine", () => {
    expect(found([...moeRows(calm), ...moeRows({ 3: 0 })])[0]).toMatchObject({
      rows: [tokens.length + 1],
      scope: { column: "latency" },
    });
    expect(found([...moeRows(calm), ...moeRows({ 3: 1 }, { hidden_size: null })])[0]).toMatchObject({
      scope: { column: "hidden_size" },
    });
    expect(found([...moeRows(calm), ...moeRows({ 3: 1e-9 })])).toEqual([]);
  });
});

describe("mixed-identity", () => {
  test("rows of two versions; one version is fine", () => {
    expect(
      findingsOf("mixed-identity", [moeOf(moeRows(calm), moeRows({ 3: 1 }, { version: "0.20.0" }))]),
    ).toMatchObject([{ scope: { column: "version" }, rows: [tokens.length + 1] }]);
    expect(findingsOf("mixed-identity", [moe(calm)])).toEqual([]);
  });
});

describe("folder-mismatch", () => {
  function found(path: string, changes: Row = {}) {
    const place = placeOf(`/tables/${path}/moe_perf.parquet`);
    return findingsOf("folder-mismatch", [checked(tableOf("moe", moeRows(calm, changes)), { place })]).map(
      ({ scope }) => scope["folder"],
    );
  }

  test.each([
    ["h200_sxm/moe/vllm/0.24.1", {}, ["version"]],
    ["h200_sxm/moe/sglang/0.24.0", {}, ["backend"]],
    ["h100_sxm/moe/vllm/0.24.0", {}, ["system"]],
    ["b200_sxm/moe/vllm/0.24.0", { device: "NVIDIA GB200" }, []],
  ])("%s %j", (path, changes, folders) => {
    expect(found(path, changes)).toEqual(folders);
  });

  test.each([
    ["h200_sxm/moe/vllm/0.24.0", {}],
    ["h200_sxm/moe/vllm/0.24.0", { version: "0.24.0+cu129" }],
    ["h200_sxm/comm/nccl/0.24.0", { framework: "TRTLLM" }],
    ["h200_sxm/moe/trtllm/1.0.0", { framework: "TensorRT-LLM", version: "1.0.0" }],
    ["rtx_pro_6000_server/moe/vllm/0.24.0", { device: "NVIDIA RTX PRO 6000 Blackwell Server Edition" }],
    ["some/folder/of/mine", {}],
  ])("%s %j is fine", (path, changes) => {
    expect(found(path, changes)).toEqual([]);
  });
});

describe("duplicate-keys", () => {
  const found = (second: number, changes: Row = {}) =>
    findingsOf("duplicate-keys", [moeOf(moeRows(calm), moeRows({ 8: second }, changes))]).map(
      ({ severity }) => severity,
    );
  const value = calm[8] ?? 0;

  test.each([
    ["the same value again", value, ["notice"]],
    ["a repeat within the usual noise", value * 1.05, ["notice"]],
    ["a repeat beyond most", value * 1.15, ["warning"]],
    ["values that cannot both be right", value * 1.3, ["error"]],
  ])("%s", (_, second, severities) => {
    expect(found(second)).toEqual(severities);
  });

  test("another kernel's row is no repeat", () => {
    expect(found(value * 2, { kernel_source: "cutlass" })).toEqual([]);
  });
});

describe("spike", () => {
  const found = (points: Readonly<Record<number, number>>) => findingsOf("spike", [moe(points)]);

  test("one point six times above its neighbours", () => {
    const [finding] = found({ ...calm, 8192: (calm[8192] ?? 0) * 6 });
    expect(finding).toMatchObject({ scope: { num_tokens: 8192 }, rows: [14], numbers: { points: 1 } });
  });

  test("one point far below its neighbours", () => {
    expect(found({ ...calm, 512: (calm[512] ?? 0) / 20 })).toHaveLength(1);
  });

  test.each([
    ["a smooth curve", calm],
    [
      "a step that stays",
      Object.fromEntries(Object.entries(calm).map(([size, ms]) => [size, Number(size) > 512 ? ms * 3 : ms])),
    ],
    ["a point within what repeats differ by", { ...calm, 512: (calm[512] ?? 0) * 1.2 }],
    [
      "a curve that is restless throughout",
      Object.fromEntries(tokens.map((size, index) => [size, (0.05 + size / 1000) * (index % 2 === 0 ? 1 : 2.2)])),
    ],
  ])("%s is none", (_, points) => {
    expect(found(points)).toEqual([]);
  });

  test("a point that the neighbouring layers have too is the kernel's own", () => {
    const bumped = { ...calm, 512: (calm[512] ?? 0) * 3 };
    expect(findingsOf("spike", [moeOf(moeRows(bumped), moeRows(calm, { moe_ep_size: 2 }))])).toHaveLength(1);
    expect(findingsOf("spike", [moeOf(moeRows(bumped), moeRows(bumped, { moe_ep_size: 2 }))])).toEqual([]);
  });
});

describe("faster-than-arithmetic and faster-than-memory", () => {
  // 2 · 4096 · 5120 · 2560 operations take 109 µs at 989 TFLOPS.
  const gemm = (points: Readonly<Record<number, number>>, changes: Row = {}, system: typeof h200 | null = h200) =>
    checked(tableOf("gemm", gemmRows(points, changes)), { system });

  test("a product in less time than the device's peak allows; one just within it is fine", () => {
    expect(findingsOf("faster-than-arithmetic", [gemm({ 1: 0.01, 4096: 0.09 })])).toMatchObject([{ rows: [2] }]);
    expect(findingsOf("faster-than-arithmetic", [gemm({ 1: 0.01, 4096: 0.107 })])).toEqual([]);
    expect(findingsOf("faster-than-arithmetic", [gemm({ 1: 0.01, 4096: 0.09 }, {}, null)])).toEqual([]);
    expect(findingsOf("faster-than-arithmetic", [gemm({ 1: 0.01, 4096: 0.09 }, { gemm_dtype: "fp8" })])).toEqual([]);
  });

  test("weights read in less time than the memory allows; what fits into the cache may be as fast", () => {
    // 65536 · 5120 weights of 2 bytes are 671 MB: 129 µs at 4.8 TB/s without the 52 MB that a cache holds.
    const large = { n: 65536, k: 5120 };
    expect(findingsOf("faster-than-memory", [gemm({ 1: 0.1 }, large)])).toMatchObject([{ rows: [1] }]);
    expect(findingsOf("faster-than-memory", [gemm({ 1: 0.128 }, large)])).toEqual([]);
    expect(findingsOf("faster-than-memory", [gemm({ 1: 0.001 }, { n: 5120, k: 2560 })])).toEqual([]);
  });
});

describe("launch-bound", () => {
  const m = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096];
  const kernel = smooth(m, { floor: 0.009, slope: 0.00003 });
  const eager = Object.fromEntries(
    m.map((size, index) => [size, Math.max(0.06 + (index % 3) * 0.002, kernel[size] ?? 0)]),
  );
  const tables = (points: Readonly<Record<number, number>>, others: Readonly<Record<number, number>>) => [
    checked(
      tableOf("gemm", [
        ...gemmRows(points, { gemm_dtype: "fp8_block", kernel_source: "deep_gemm" }),
        ...gemmRows(others),
      ]),
    ),
  ];

  test("flat at the launch's time where another number format takes a fraction", () => {
    const findings = findingsOf("launch-bound", tables(eager, kernel));
    expect(findings).toMatchObject([{ scope: { gemm_dtype: "fp8_block" } }]);
    expect(findings[0]?.evidence).toMatchObject({ others: [{ label: expect.stringContaining("bfloat16") }] });
  });

  test.each([
    ["flat, but no slower than others: memory bounds it", kernel, kernel],
    ["slower than others, and growing with the work", smooth(m, { floor: 0.009, slope: 0.001 }), kernel],
    ["flat and slow over too short a range", { 1: 0.06, 2: 0.06, 4: 0.06 }, kernel],
    ["flat where others are flat at half of it", eager, Object.fromEntries(m.map((size) => [size, 0.03]))],
  ])("%s: none", (_, points, others) => {
    expect(findingsOf("launch-bound", tables(points, others))).toEqual([]);
  });

  test("without another curve of the shape nothing can be said", () => {
    expect(findingsOf("launch-bound", [checked(tableOf("gemm", gemmRows(eager)))])).toEqual([]);
  });

  test("a shape that is slow while its kernel is quick elsewhere has a reason of its own", () => {
    const quick = [32, 64, 128, 256, 512].flatMap((n) =>
      gemmRows(kernel, { gemm_dtype: "fp8_block", kernel_source: "deep_gemm", n }),
    );
    const slow = gemmRows(eager, { gemm_dtype: "fp8_block", kernel_source: "deep_gemm" });
    expect(findingsOf("launch-bound", [checked(tableOf("gemm", [...quick, ...slow, ...gemmRows(kernel)]))])).toEqual(
      [],
    );
  });
});

describe("parallel-scaling", () => {
  const ep = (size: number, share: number) =>
    moeRows(Object.fromEntries(tokens.map((count) => [count, 0.05 + 0.001 * count * share])), {
      moe_ep_size: size,
      num_experts: 256,
      topk: 8,
    });

  test("ep 8 takes 0.65 of ep 1", () => {
    expect(findingsOf("parallel-scaling", [moeOf(ep(1, 1), ep(8, 0.65))])).toMatchObject([
      { scope: { moe_ep_size: 8 } },
    ]);
  });

  test("ep 8 takes 0.2 of ep 1: fine", () => {
    expect(findingsOf("parallel-scaling", [moeOf(ep(1, 1), ep(8, 0.2))])).toEqual([]);
  });

  test("so few tokens that both are launches: fine", () => {
    const few = (size: number) => moeRows({ 1: 0.05, 2: 0.05, 4: 0.05, 8: 0.05 }, { moe_ep_size: size });
    expect(findingsOf("parallel-scaling", [moeOf(few(1), few(8))])).toEqual([]);
  });

  test("skewed rows may have a rank that is as busy as before", () => {
    const skewed = ep(8, 0.65).map((row) => ({ ...row, distribution: "power_law_1.2" }));
    expect(findingsOf("parallel-scaling", [moeOf(ep(1, 1), skewed)])).toEqual([]);
  });

  test("tp 4 takes 0.8 of tp 1, skewed or not; 0.4 of it is fine, and so is a cut into very many", () => {
    const tp = (size: number, share: number) =>
      ep(1, share).map((row) => ({ ...row, moe_tp_size: size, distribution: "power_law_1.2" }));
    expect(findingsOf("parallel-scaling", [moeOf(tp(1, 1), tp(4, 0.8))])).toMatchObject([
      { scope: { moe_tp_size: 4 }, says: expect.stringContaining("tp 4 takes") },
    ]);
    expect(findingsOf("parallel-scaling", [moeOf(tp(1, 1), tp(4, 0.4))])).toEqual([]);
    expect(findingsOf("parallel-scaling", [moeOf(tp(1, 1), tp(16, 0.8))])).toEqual([]);
  });
});

describe("balanced-slower", () => {
  const dealt = (factor: number, distribution: string) =>
    moeRows(Object.fromEntries(Object.entries(calm).map(([size, ms]) => [size, ms * factor])), { distribution });

  test("balanced takes 1.5 times what the most skewed takes", () => {
    const table = moeOf(dealt(1.5, "balanced"), dealt(1, "power_law_1.2"), dealt(0.9, "power_law_1.01"));
    expect(findingsOf("balanced-slower", [table])).toMatchObject([{ scope: { distribution: "balanced" } }]);
  });

  test.each([
    ["balanced is cheaper", 0.8],
    ["balanced is dearer, but little", 1.15],
  ])("%s: fine", (_, factor) => {
    expect(findingsOf("balanced-slower", [moeOf(dealt(factor, "balanced"), dealt(1, "power_law_1.2"))])).toEqual([]);
  });

  test("with few tokens a balanced layer touches more experts: fine", () => {
    const few = (factor: number, distribution: string) =>
      moeRows({ 1: factor, 2: factor, 4: factor, 8: factor }, { distribution, num_experts: 256, topk: 8 });
    expect(findingsOf("balanced-slower", [moeOf(few(3, "balanced"), few(1, "power_law_1.2"))])).toEqual([]);
  });
});

describe("outlier", () => {
  const m = [256, 512, 1024, 2048, 4096, 8192];
  const kernel = smooth(m, { floor: 0.005, slope: 0.00003 });
  const slow = Object.fromEntries(m.map((size) => [size, (kernel[size] ?? 0) * 4]));
  const of = (gemm_dtype: string, kernel_source: string, points: Readonly<Record<number, number>>) =>
    gemmRows(points, { gemm_dtype, kernel_source });
  const found = (...rows: readonly Row[][]) =>
    findingsOf("outlier", [
      checked(
        tableOf("gemm", [...of("fp8", "small", { 256: 0.003 }).map((row) => ({ ...row, n: 32 })), ...rows.flat()]),
        { system: h200 },
      ),
    ]);

  test("four times what two others of the shape take", () => {
    expect(
      found(of("fp8", "small", slow), of("bfloat16", "torch", kernel), of("fp8_block", "deep", kernel)),
    ).toMatchObject([{ scope: { gemm_dtype: "fp8" } }]);
  });

  test.each([
    ["twice what others take", Object.fromEntries(m.map((size) => [size, (kernel[size] ?? 0) * 2]))],
    ["one point only, which is a spike", { ...kernel, 2048: (kernel[2048] ?? 0) * 4 }],
  ])("%s: none", (_, points) => {
    expect(found(of("fp8", "small", points), of("bfloat16", "torch", kernel), of("fp8_block", "deep", kernel))).toEqual(
      [],
    );
  });

  test("with one other curve it cannot be said which is wrong", () => {
    expect(found(of("fp8", "small", slow), of("bfloat16", "torch", kernel))).toEqual([]);
  });
});

describe("cold-first-point", () => {
  const warm = smooth(tokens, { floor: 0.05, slope: 0.0001 });

  test("the first point takes four times the next", () => {
    expect(findingsOf("cold-first-point", [moe({ ...warm, 1: 0.2 })])).toMatchObject([
      { rows: [1], scope: { num_tokens: 1 } },
    ]);
  });

  test("the first point takes a third more: a notice", () => {
    expect(findingsOf("cold-first-point", [moe({ ...warm, 1: 0.07 })])).toMatchObject([{ severity: "notice" }]);
  });

  test.each([
    ["a first point within the noise", { ...warm, 1: 0.055 }],
    ["a first point that is the cheapest", warm],
    ["a high first point of three", { 1: 0.2, 2: 0.05, 4: 0.05 }],
  ])("%s: none", (_, points) => {
    expect(findingsOf("cold-first-point", [moe(points)])).toEqual([]);
  });

  test("where all curves of a kernel begin so, it is told once, as a notice", () => {
    expect(findingsOf("cold-first-point", [shapes(() => ({ ...warm, 1: 0.2 }))])).toMatchObject([
      { severity: "notice", numbers: { curves: 6 } },
    ]);
  });
});

describe("fall", () => {
  test("half the time for twice the work", () => {
    expect(
      findingsOf("fall", [moe({ ...calm, 8192: (calm[4096] ?? 0) / 2, 16384: (calm[4096] ?? 0) / 2 })]),
    ).toMatchObject([{ rows: [13, 14] }]);
  });

  test("a fall within what repeats differ by: none", () => {
    expect(findingsOf("fall", [moe({ 1: 1, 2: 1, 4: 0.85, 8: 1 })])).toEqual([]);
  });
});

describe("grid-hole", () => {
  test("a curve lacks a size that all others have", () => {
    const { 128: _, ...without } = calm;
    const hiddens = Array.from({ length: 12 }, (_, index) => 1024 * (index + 1));
    const found = findingsOf("grid-hole", [shapes((hidden) => (hidden === 4096 ? without : calm), hiddens)]);
    expect(found).toMatchObject([{ scope: { hidden_size: 4096 }, numbers: { missing: 1 } }]);
  });

  test("a curve that ends earlier has no hole: the layer may not fit", () => {
    const short = smooth(tokens.slice(0, 8), { floor: 0.05, slope: 0.001 });
    expect(findingsOf("grid-hole", [shapes((hidden) => (hidden === 4096 ? short : calm))])).toEqual([]);
  });

  test("a size that another kernel serves is no hole", () => {
    const { 128: at, ...without } = calm;
    const rows = [1024, 2048, 3072, 4096, 5120, 6144].flatMap((hidden) => [
      ...moeRows(hidden === 4096 ? without : calm, { hidden_size: hidden }),
      ...(hidden === 4096 ? moeRows({ 128: at ?? 1 }, { hidden_size: hidden, kernel_source: "cutlass" }) : []),
    ]);
    expect(findingsOf("grid-hole", [checked(tableOf("moe", rows))])).toEqual([]);
  });
});
