// Sorting a typed array needs no comparing function, which costs most of sorting a few numbers; making one costs as much.
let scratch = new Float64Array(1024);

/** A copy of some numbers in ascending order. */
export function ascending(values: readonly number[]): number[] {
  const n = values.length;
  if (n > scratch.length) scratch = new Float64Array(2 * n);
  for (let index = 0; index < n; index += 1) scratch[index] = values[index] ?? NaN;
  const sorted = scratch.subarray(0, n).sort();
  return values.map((_, index) => sorted[index] ?? NaN);
}
