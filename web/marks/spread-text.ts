import type { PointSummary } from "../data/report.js";
import { percent } from "../figures/number.js";
import { latency } from "../figures/unit.js";

/** How far a point's samples lie apart, for the tooltip of its median. */
export function spreadText(figures: Omit<PointSummary, "coordinates" | "flags"> | undefined): string | undefined {
  if (figures === undefined) return undefined;
  const { n, medianMs, p10Ms, p90Ms, medianCi } = figures;
  return `median ${latency(medianMs)} ± ${percent(medianCi)}, p10 ${latency(p10Ms)}, p90 ${latency(p90Ms)}, n ${n}`;
}
