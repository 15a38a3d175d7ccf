/** Ticks of a logarithmic axis. */
interface AxisRange {
  readonly min: number;
  readonly max: number;
  /** How many labels fit; at least 2. */
  readonly most: number;
}

const decadeSteps: readonly (readonly number[])[] = [[1, 2, 3, 4, 5, 6, 7, 8, 9], [1, 2, 3, 5], [1, 2, 5], [1, 3], [1]];

/**
 * Round values inside a range that spans decades: as many of 1-2-5 a decade as fit, whole decades where there are many,
 * evenly spaced round numbers where the range is too narrow for either.
 */
export function decadeTicks({ min, max, most }: AxisRange): number[] {
  for (const steps of decadeSteps) {
    const ticks = ticksOf(steps, min, max);
    if (ticks.length > most || !isRoomy(ticks, Math.log(max / min) / most)) continue;
    return ticks.length >= 3 ? ticks : evenTicks({ min, max, most });
  }
  return thinned(ticksOf([1], min, max), most);
}

/** Whether no two ticks stand closer than a label is high. */
function isRoomy(ticks: readonly number[], logHeight: number): boolean {
  return ticks.every((tick, index) => index === 0 || Math.log(tick / (ticks[index - 1] ?? tick)) >= 0.8 * logHeight);
}

/** Powers of two inside a range, thinned to every second, third, … where they would crowd. */
export function powerTicks({ min, max, most }: AxisRange): number[] {
  const first = Math.ceil(Math.log2(min) - 1e-9);
  const last = Math.floor(Math.log2(max) + 1e-9);
  const powers = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => 2 ** (first + index));
  return powers.length >= 2 ? thinned(powers, most) : evenTicks({ min, max, most });
}

/** Round numbers at equal distances inside a range. */
export function evenTicks({ min, max, most }: AxisRange): number[] {
  const rough = (max - min) / Math.max(1, most);
  const decade = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * decade >= rough) ?? 10) * decade;
  const first = Math.ceil(min / step - 1e-9);
  const last = Math.floor(max / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => rounded((first + index) * step));
}

function ticksOf(steps: readonly number[], min: number, max: number): number[] {
  const first = Math.floor(Math.log10(min));
  const last = Math.ceil(Math.log10(max));
  const decades = Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
  return decades
    .flatMap((decade) => steps.map((step) => rounded(step * decade)))
    .filter((tick) => tick >= min && tick <= max);
}

function thinned(ticks: readonly number[], most: number): number[] {
  const stride = Math.ceil(ticks.length / Math.max(1, most));
  return ticks.filter((_, index) => index % stride === 0);
}

/** Takes out the digits that binary fractions add: 0.30000000000000004 is 0.3. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
