interface Curve {
  readonly points: readonly unknown[];
}

/** How many of some cases have points, and at most so many of those, at equal distances through the list. */
export function drawnCurves<Case extends Curve>(
  cases: readonly Case[],
  most: number,
): { readonly measured: number; readonly drawn: readonly Case[] } {
  const measured = cases.filter(({ points }) => points.length > 0);
  const step = Math.max(1, measured.length / most);
  const drawn = measured.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  return { measured: measured.length, drawn };
}
