import type { ExpectedTime } from "../../plan/expected-time.js";
import type { Plan, PlannedCase } from "../../plan/plan.js";
import { coreSpeed, ROOFLINE_FACTOR } from "../../plan/roofline.js";
import { durationText } from "../quantities.js";

/** An expected time: `2 min 10 s`; `?` where nothing is known. */
export function timeText({ seconds }: ExpectedTime): string {
  if (seconds === null) return "?";
  return seconds < 1 ? "< 1 s" : durationText(seconds);
}

/** How an expected time is known, and how far to trust it. */
export function timeBasis({ cases, policy, arms }: Plan, { seconds, points, pointsFromLedger }: ExpectedTime): string {
  const adaptive = (arms ?? [{ policy }]).some((arm) => arm.policy.timing.kind === "adaptive");
  const limits = adaptive ? "; adaptive timing is counted at its limits" : "";
  if (seconds !== null && pointsFromLedger === points) return `as measured before${limits}`;
  if (seconds === null) return "since nothing is known of a runtime until it has measured here (--history FOLDER)";
  const measured =
    pointsFromLedger === 0 ? "" : `${pointsFromLedger} of ${points} points as measured before, the others `;
  return `${measured}by assumption, off by a factor of ${ROOFLINE_FACTOR} either way: ${speedsText(cases)}${limits}`;
}

function speedsText(cases: readonly PlannedCase[]): string {
  const speeds = new Map<string, string>();
  for (const { case: layer } of cases) {
    if (layer.op !== "moe") continue;
    const speed = coreSpeed(layer);
    if (speed === null) continue;
    const { flopPerSecond, bytesPerSecond } = speed;
    const text = `${flopPerSecond / 1e9} GFLOP/s or ${bytesPerSecond / 1e9} GB/s in ${layer.dtype}`;
    speeds.set(`${layer.runtime} ${layer.dtype}`, text);
  }
  return `a core does ${[...speeds.values()].join(", ")}`;
}
