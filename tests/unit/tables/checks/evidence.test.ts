// What findings rest on is there to be looked at: the curve with what it is compared with, or the cells.
import { expect, test } from "vitest";
import { isUsable } from "../../../../src/tables/import/read-table-file.js";
import { placeOf } from "../../../../src/tables/place.js";
import { checked, findingsOf, moeRows, parquetOf, read, smooth, tableOf } from "../tables.js";

const calm = smooth([1, 2, 4, 8, 16, 32], { floor: 0.5, slope: 0.25 });

test("keys that stand twice: their curve, and the other values at their sizes", () => {
  const table = checked(tableOf("moe", [...moeRows(calm), ...moeRows({ 8: 9, 32: 99 })]));
  expect(findingsOf("duplicate-keys", [table])).toMatchObject([
    {
      rows: [6, 8, 4, 7],
      evidence: {
        kind: "curve",
        axis: "num_tokens",
        points: Object.entries(calm).map(([size, latencyMs]) => ({ size: Number(size), latencyMs })),
        bad: [3, 5],
        others: [
          {
            points: [
              { size: 8, latencyMs: 9 },
              { size: 32, latencyMs: 99 },
            ],
          },
        ],
      },
    },
  ]);
});

test("a key that stands twice and lies on no curve: its rows", () => {
  const table = checked(tableOf("moe", [...moeRows({ 8: 2 }), ...moeRows({ 8: 9 })]));
  expect(findingsOf("duplicate-keys", [table])[0]?.evidence).toMatchObject({
    kind: "cells",
    columns: ["row", "latency, ms"],
    rows: [
      [1, 2],
      [2, 9],
    ],
  });
});

test("two devices: how many rows each has, the fewer meant", () => {
  const rows = [...moeRows(calm), ...moeRows({ 64: 1 }, { device: "NVIDIA H100" })];
  expect(findingsOf("mixed-identity", [checked(tableOf("moe", rows))])[0]?.evidence).toEqual({
    kind: "cells",
    columns: ["device", "rows"],
    rows: [
      ["NVIDIA H200", 6],
      ["NVIDIA H100", 1],
    ],
    bad: [false, true],
  });
});

test("folders that say something else: each beside what the rows say", () => {
  const place = placeOf("/tables/h200_sxm/moe/vllm/0.20.0/moe_perf.parquet");
  expect(findingsOf("folder-mismatch", [checked(tableOf("moe", moeRows(calm)), { place })])[0]?.evidence).toMatchObject(
    {
      rows: [
        ["version", "0.20.0", "0.24.0"],
        ["backend", "vllm", "VLLM"],
        ["system", "h200_sxm", "NVIDIA H200"],
      ],
      bad: [true, false, false],
    },
  );
});

test("rows that are no measurement: the rows, of many the first few", () => {
  const zeros = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [100 + index, 0]));
  const file = read(parquetOf(tableOf("moe", [...moeRows(calm), ...moeRows(zeros)])), "moe_perf.parquet");
  const [finding] = isUsable(file) ? findingsOf("bad-value", [{ ...checked(file.table), ...file }]) : [];
  expect(finding?.numbers["rows"]).toBe(30);
  expect(finding?.evidence).toMatchObject({
    kind: "cells",
    rows: Array.from({ length: 8 }, (_, index) => [7 + index, "latency", "latency is 0, which is no duration"]),
  });
});

test("a file that is no table: its size, its first bytes and its last; wrong columns: what belongs there", () => {
  const whole = parquetOf(tableOf("moe", moeRows(calm)));
  const cut = read(whole.subarray(0, 100), "moe_perf.parquet");
  const texts = read(parquetOf(tableOf("moe", moeRows(calm, { topk: "2" }))), "moe_perf.parquet");
  const unusable = [cut, texts].flatMap((file) => (isUsable(file) ? [] : [file]));
  expect(findingsOf("unreadable", [], unusable)[0]?.evidence).toMatchObject({
    rows: [[100, expect.stringMatching(/^PAR1/), expect.any(String)]],
  });
  expect(findingsOf("schema", [], unusable)[0]?.evidence).toMatchObject({ rows: [["topk", "integer", "text"]] });
});

test("a hole: where the curve would have its point", () => {
  const { 8: _, ...without } = calm;
  const rows = Array.from({ length: 12 }, (_unused, index) =>
    moeRows(index === 3 ? without : calm, { hidden_size: 1024 * (index + 1) }),
  );
  const [finding] = findingsOf("grid-hole", [checked(tableOf("moe", rows.flat()))]);
  const [between] = finding?.evidence?.kind === "curve" ? (finding.evidence.others[0]?.points ?? []) : [];
  expect(between?.size).toBe(8);
  expect(between?.latencyMs).toBeCloseTo(Math.sqrt((calm[4] ?? 0) * (calm[16] ?? 0)), 6);
});
