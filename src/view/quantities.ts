/** A latency with its unit, in three significant digits: `812 µs`, `7.04 ms`, `1.20 s`. */
export function latencyText(ms: number): string {
  if (ms < 1) return `${significant(ms * 1000)} µs`;
  return ms < 1000 ? `${significant(ms)} ms` : `${significant(ms / 1000)} s`;
}

/** Bytes in binary units: `672 MiB`. */
export function bytesText(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, Math.abs(bytes))) / 10));
  return `${significant(bytes / 2 ** (10 * step))} ${units[step]}`;
}

/** From the least of some sizes to the largest: `1.38 to 1.40 GiB`, or `672 MiB` where they read alike. */
export function bytesRangeText(bytes: readonly number[]): string {
  const [least, most] = [bytesText(Math.min(...bytes)), bytesText(Math.max(...bytes))];
  if (least === most) return most;
  const [number = "", unit = ""] = least.split(" ");
  return `${most.endsWith(` ${unit}`) ? number : least} to ${most}`;
}

/** A span of time for people: `48 s`, `3 min 20 s`, `2 h 05 min`. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${pad(whole % 60)} s`;
  return `${Math.floor(whole / 3600)} h ${pad(Math.floor((whole % 3600) / 60))} min`;
}

/** `1 case`, `2 cases`. */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function significant(value: number): string {
  const magnitude = Math.abs(value);
  return value.toFixed(magnitude >= 100 || magnitude === 0 ? 0 : magnitude >= 10 ? 1 : 2);
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}
