/** How many failed cases end a run. */
export type FailureLimit = { readonly count: number } | { readonly share: number };

/** Whether so many failed cases, of so many planned ones, reach a limit. */
export function reachesLimit(limit: FailureLimit, failed: number, planned: number): boolean {
  return "count" in limit ? failed >= limit.count : failed >= Math.max(1, Math.ceil(limit.share * planned));
}

/** Ending workers and the last records take about so long. */
const CLOSING_SECONDS = 2;
/** A short run keeps no more than this share of its time for ending. */
const CLOSING_SHARE = 0.1;

/** What must be done now, so that a run is over in time. */
export function dueAction(time: {
  readonly limitSeconds: number;
  readonly leftSeconds: number;
  /** The longest point so far. */
  readonly pointSeconds: number;
}): "nothing" | "drain" | "stop" {
  const closing = Math.min(CLOSING_SECONDS, CLOSING_SHARE * time.limitSeconds);
  if (time.leftSeconds <= closing) return "stop";
  // A drain waits for the point that is being measured, which may be as long as the longest.
  return time.leftSeconds <= closing + Math.max(closing, time.pointSeconds) ? "drain" : "nothing";
}
