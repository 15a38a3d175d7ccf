import type { ReportCase, ReportPoint } from "../../data/report.js";
import { significant } from "../../figures/number.js";

/** What a device cannot be faster than. */
export interface Bound {
  readonly name: string;
  /** Its colour in the palette. */
  readonly hue: number;
  /** The bound at a point; `undefined`: there is none, or it is not known. */
  readonly ms: (point: ReportPoint) => number | undefined;
}

/** The roofline of a case: the times that arithmetic and memory alone would take; none where the device's peaks are not known. */
export function boundsOf({ peaks }: ReportCase): readonly Bound[] {
  if (peaks == null) return [];
  const { flopPerSecond, bytesPerSecond, cacheBytes } = peaks;
  return [
    { name: "arithmetic", hue: 1, ms: ({ work }) => positive(((work?.[0] ?? 0) / flopPerSecond) * 1000) },
    // What fits into the last-level cache need not come from memory.
    { name: "memory", hue: 2, ms: ({ work }) => positive((((work?.[1] ?? 0) - cacheBytes) / bytesPerSecond) * 1000) },
  ];
}

function positive(ms: number): number | undefined {
  return ms > 0 ? ms : undefined;
}

/** What a point achieved of the work that it cannot do without, and of the device's peaks where they are known. */
export function achievedRates(
  { work, statistics: { medianMs } }: ReportPoint,
  { peaks }: ReportCase,
): readonly (readonly [string, string])[] {
  if (work == null) return [];
  const [flop, bytes] = work.map((amount) => (amount / medianMs) * 1000);
  const share = (rate = 0, peak?: number) =>
    peak === undefined ? "" : `, ${significant((rate / peak) * 100, 2)} % of peak`;
  return [
    ["arithmetic", `${giga(flop)}FLOP/s${share(flop, peaks?.flopPerSecond)}`],
    ["weights read", `${giga(bytes)}B/s${share(bytes, peaks?.bytesPerSecond)}`],
  ];
}

function giga(rate = 0): string {
  return rate >= 1e12 ? `${significant(rate / 1e12)} T` : `${significant(rate / 1e9)} G`;
}
