import { significant } from "./number.js";

/** A unit that figures of one table or picture share. */
export interface Unit {
  readonly name: string;
  /** Size of the unit in the base unit (ms for latency, bytes for memory). */
  readonly size: number;
}

const seconds: Unit = { name: "s", size: 1000 };
const milliseconds: Unit = { name: "ms", size: 1 };
const microseconds: Unit = { name: "µs", size: 0.001 };
const bytes: Unit = { name: "B", size: 1 };
const latencyUnits: readonly Unit[] = [seconds, milliseconds, microseconds];
const byteUnits: readonly Unit[] = [
  { name: "TiB", size: 1024 ** 4 },
  { name: "GiB", size: 1024 ** 3 },
  { name: "MiB", size: 1024 ** 2 },
  { name: "KiB", size: 1024 },
];

/** A latency with the unit that suits it: `12.3 ms`, `834 µs`. */
export function latency(ms: number): string {
  return inUnit(ms, fitting(ms, latencyUnits) ?? milliseconds);
}

/** The unit in which latencies from `leastMs` to `mostMs` read best together; ms unless all are far from it. */
export function latencyUnit(leastMs: number, mostMs: number): Unit {
  if (mostMs < 1) return microseconds;
  return leastMs >= 1000 ? seconds : milliseconds;
}

/** An amount of memory with the unit that suits it: `672 MiB`. */
export function memory(amount: number): string {
  return inUnit(amount, byteUnit(amount));
}

/** The unit in which amounts of memory up to `most` bytes read best. */
export function byteUnit(most: number): Unit {
  return fitting(most, byteUnits) ?? bytes;
}

/** A value of the base unit, written in `unit`. */
function inUnit(value: number, unit: Unit): string {
  return `${significant(value / unit.size)} ${unit.name}`;
}

function fitting(value: number, units: readonly Unit[]): Unit | undefined {
  const found = units.find((unit) => Math.abs(value) >= unit.size);
  return found ?? (value === 0 ? undefined : units.at(-1));
}
