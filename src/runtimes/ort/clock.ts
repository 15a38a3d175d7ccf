import type { Clock } from "../../protocol/facts.js";

const READINGS = 20_001;

/** The clock that times samples: its smallest step and the median cost of a reading, measured here and now. */
export function measureClock(): Clock {
  const readings = new BigInt64Array(READINGS);
  for (let index = 0; index < READINGS; index++) readings[index] = process.hrtime.bigint();
  const steps = Float64Array.from({ length: READINGS - 1 }, (_, i) =>
    Number(at(readings, i + 1) - at(readings, i)),
  ).sort();
  return {
    name: "process.hrtime",
    resolutionNs: steps.find((step) => step > 0) ?? 0,
    costNs: steps[Math.floor(steps.length / 2)] ?? 0,
  };
}

function at(readings: BigInt64Array, index: number): bigint {
  return readings[index] ?? 0n;
}
