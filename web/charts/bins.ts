/** One bar of a distribution: values in [from, to). */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Equal bins over the range of some values, about the square root of their number; one bin when all are equal. */
export function binsOf(values: readonly number[], most = 24): readonly Bin[] {
  const min = Math.min(...values);
  const max = Math.max(...values);
  if (values.length === 0) return [];
  if (min === max) return [{ from: min, to: max, count: values.length }];
  const size = Math.min(most, Math.max(5, Math.ceil(Math.sqrt(values.length) * 1.5)));
  const width = (max - min) / size;
  const counts = Array.from({ length: size }, () => 0);
  for (const value of values) {
    const index = Math.min(size - 1, Math.floor((value - min) / width));
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts.map((count, index) => ({ from: min + index * width, to: min + (index + 1) * width, count }));
}
