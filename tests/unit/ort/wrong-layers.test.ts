import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { measureMoe, moe } from "../../../src/runtimes/ort/callbacks/moe.js";
import { layersAlive } from "../../../src/runtimes/ort/layer-count.js";
import { LAYER_PARTS, type LayerParts } from "../../../src/runtimes/ort/moe/built-layer.js";
import type { MoeLayer } from "../../../src/runtimes/ort/moe/layer.js";
import { weightFileName } from "../../../src/runtimes/ort/moe/weight-files.js";
import { externalInitializer, type Initializer } from "../../../src/runtimes/ort/onnx-model.js";
import { smallMoeCase } from "../../fixtures/small-moe-case.js";
import { recordedSweep, scratchFolder } from "./recorded-sweep.js";

// Layers that are nearly right. Each is really built and run; the callback's own comparison has to find it out.

const ROWS_FILE = "swapped.bin";

/** fc1 with each gate row in the place of its up row, in a file of its own. */
function swappedRows(scratch: string, { localExperts, inter, hidden, op }: MoeLayer): Initializer {
  const rowBytes = op === "MoE" ? hidden * 4 : hidden / 2;
  const rows = localExperts * 2 * inter;
  const original = readFileSync(join(scratch, weightFileName(op === "MoE" ? "weights" : "nibbles")));
  const swapped = Array.from({ length: rows }, (_, row) =>
    original.subarray((row ^ 1) * rowBytes, ((row ^ 1) + 1) * rowBytes),
  );
  writeFileSync(join(scratch, ROWS_FILE), Buffer.concat(swapped));
  const dims = op === "MoE" ? [localExperts, 2 * inter, hidden] : [localExperts, 2 * inter, hidden / 2];
  const place = { file: ROWS_FILE, offsetBytes: 0, bytes: rows * rowBytes };
  return externalInitializer("fc1", op === "MoE" ? "float32" : "uint8", dims, place);
}

function withSwappedRows(scratch: string): LayerParts {
  return {
    ...LAYER_PARTS,
    model: (layer, weights) =>
      LAYER_PARTS.model(layer, [swappedRows(scratch, layer), ...weights.filter(({ name }) => name !== "fc1")]),
  };
}

/** Sends the last token of a layer to the expert next to one of its own. */
const withWrongExpert: LayerParts = {
  ...LAYER_PARTS,
  feeds: (layer, routed) => {
    const feeds = LAYER_PARTS.feeds(layer, routed);
    const { logits } = feeds;
    if (!logits || !(logits.data instanceof Float32Array)) throw new Error("the layer takes no logits");
    const data = logits.data.slice();
    const row = data.subarray(data.length - layer.localExperts);
    row.set([...row.slice(-1), ...row.slice(0, -1)]);
    return { ...feeds, logits: { ...logits, data } };
  },
};

const shapes: readonly [name: string, changes: Record<string, unknown>][] = [
  ["fp32", {}],
  ["int4", { dtype: "int4" }],
  ["fp32, ep", { ep: 2 }],
  ["int4, ep", { dtype: "int4", ep: 2 }],
  ["fp32, router outside", { routing: { scoring: "sigmoid", correctionBias: true } }],
];

test.each(shapes)("%s: swapped gate and up rows fail the case", async (_name, changes) => {
  const scratch = scratchFolder();
  const { sweep, points } = recordedSweep([4], scratch);
  await expect(measureMoe(smallMoeCase(changes), sweep, withSwappedRows(scratch))).rejects.toMatchObject({
    name: "WrongLayer",
    message: expect.stringMatching(
      /differs from the reference by \d\.\de[-+]\d of its largest value \(limit 0\.0001\)/,
    ),
  });
  expect(points).toEqual([]);
  expect(layersAlive()).toBe(0);
});

test.each(shapes)("%s: a token sent to the wrong expert fails the case", async (_name, changes) => {
  const { sweep, points } = recordedSweep([4]);
  await expect(measureMoe(smallMoeCase(changes), sweep, withWrongExpert)).rejects.toMatchObject({ name: "WrongLayer" });
  expect(points).toEqual([]);
  expect(layersAlive()).toBe(0);
});

test.each([
  ["gelu_tanh (gated)", { activation: { function: "gelu_tanh" } }],
  ["relu2 (ungated)", { activation: { function: "relu2", gated: false } }],
  ["dtype fp8", { dtype: "fp8" }],
  ["8 by 3", { ep: 3 }],
])("a layer that the runtime lacks is refused by name: %s", async (name, changes) => {
  const { sweep } = recordedSweep([4]);
  await expect(moe(smallMoeCase(changes), sweep)).rejects.toMatchObject({
    name: "UnsupportedLayer",
    message: expect.stringContaining(name),
  });
});

test("a callback that cannot send its point releases its layer all the same", async () => {
  const { sweep } = recordedSweep([4]);
  sweep.report = () => {
    throw new Error("the parent is gone");
  };
  await expect(moe(smallMoeCase(), sweep)).rejects.toThrowError("the parent is gone");
  expect(layersAlive()).toBe(0);
});
