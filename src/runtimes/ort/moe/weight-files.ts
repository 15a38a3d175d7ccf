import { closeSync, constants, fstatSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { WeightTensor } from "./weight-tensors.js";
import { type SeriesName, valueBlock } from "./weight-values.js";

/** Stands in the files' names: other values are other files. */
const VALUES_VERSION = 1;

/** The name of a series' file in the scratch folder. */
export function weightFileName(series: SeriesName): string {
  return `${series}-v${VALUES_VERSION}.bin`;
}

/**
 * Sees to it that the scratch folder's files hold all values of `tensors`. A file only ever grows at its end, and what
 * it holds at a place never changes: layers may have it mapped, and other workers may write it at the same time.
 * @throws the system's error when there is no room.
 */
export function ensureWeightFiles(scratchDir: string, tensors: readonly WeightTensor[]): void {
  mkdirSync(scratchDir, { recursive: true });
  for (const { series, offsetBytes, bytes } of tensors)
    growFile(join(scratchDir, weightFileName(series)), series, offsetBytes + bytes);
}

function growFile(path: string, series: SeriesName, bytes: number): void {
  const { buffer, byteOffset, byteLength } = valueBlock(series);
  const block = new Uint8Array(buffer, byteOffset, byteLength);
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT);
  try {
    // Whatever was written last, whole or short, the next byte of the block follows from the place in the file.
    for (let end = fstatSync(file).size; end < bytes;) {
      const from = end % byteLength;
      end += writeSync(file, block, from, Math.min(byteLength - from, bytes - end), end);
    }
  } finally {
    closeSync(file);
  }
}
