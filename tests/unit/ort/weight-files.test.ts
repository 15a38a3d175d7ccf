import { readFileSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ensureWeightFiles, weightFileName } from "../../../src/runtimes/ort/moe/weight-files.js";
import type { WeightTensor } from "../../../src/runtimes/ort/moe/weight-tensors.js";
import { fillValues } from "../../../src/runtimes/ort/moe/weight-values.js";
import { emptyFolder } from "./recorded-sweep.js";

const MIB = 1024 * 1024;

function tensorEndingAt(bytes: number, series: WeightTensor["series"] = "weights"): WeightTensor[] {
  return [{ name: "fc1", series, dims: [bytes / 4], offsetBytes: 0, bytes }];
}

/** Whether a file is the series from its first byte to its last. */
function holdsSeries(path: string, series: WeightTensor["series"]): boolean {
  const file = readFileSync(path);
  const expected = series === "nibbles" ? new Uint8Array(file.length) : new Float32Array(file.length / 4);
  fillValues(expected, series);
  return file.equals(Buffer.from(expected.buffer));
}

test.each(["weights", "nibbles", "scales"] as const)(
  "the file of %s holds the series, also after it grew",
  (series) => {
    const scratch = emptyFolder();
    const path = join(scratch, weightFileName(series));
    for (const [asked, length] of [
      [5 * MIB, 5 * MIB],
      [4, 5 * MIB],
      [9 * MIB + 4, 9 * MIB + 4],
    ] as const) {
      ensureWeightFiles(scratch, tensorEndingAt(asked, series));
      expect(statSync(path).size).toBe(length);
      expect(holdsSeries(path, series)).toBe(true);
    }
  },
);

test("a file whose writer was killed in the middle is finished", () => {
  const scratch = emptyFolder();
  const path = join(scratch, weightFileName("weights"));
  ensureWeightFiles(scratch, tensorEndingAt(2 * MIB));
  truncateSync(path, MIB + 3);
  ensureWeightFiles(scratch, tensorEndingAt(2 * MIB));
  expect(holdsSeries(path, "weights")).toBe(true);
});

test("weights are small, spread and the same at every run", () => {
  const weights = new Float32Array(10_000);
  fillValues(weights, "weights");
  expect(weights.slice(0, 3)).toMatchInlineSnapshot(`
    Float32Array [
      0.04622160270810127,
      0.025963719934225082,
      -0.044181473553180695,
    ]
  `);
  expect(Math.max(...weights)).toBeLessThanOrEqual(0.05);
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
  expect(Math.abs(mean)).toBeLessThan(0.001);
  const scales = new Float32Array(10_000);
  fillValues(scales, "scales");
  expect(Math.min(...scales)).toBeGreaterThan(0);
});
