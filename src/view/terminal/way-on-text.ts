import type { RunSummary } from "../../campaign/run.js";
import { countText } from "../quantities.js";
import { resumeCommand } from "./resume-command.js";

/** What is to be said when a run is over: why it ended early, what is unresolved, and how to go on. */
export function wayOnText(directory: string, { ended, counts, attempted }: RunSummary): string {
  const { failed, left } = counts.cases;
  const { older } = counts.points;
  const early = earlyEnd(ended);
  const lines = [
    ...(early === null ? [] : [`${early} What was measured is kept. Go on with: ${resumeCommand(directory)}`]),
    ...(attempted === 0 && left === 0 ? ["There was nothing to run."] : []),
    ...(older > 0
      ? [
          `${countText(older, "older point")} left, of other sources or another environment. Measure again with: ${resumeCommand(directory, "--remeasure", "older")}`,
        ]
      : []),
    ...(failed > 0
      ? [`${countText(failed, "unresolved failure")}. Try again with: ${resumeCommand(directory, "--retry-failed")}`]
      : []),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function earlyEnd(ended: RunSummary["ended"]): string | null {
  switch (ended) {
    case "finished":
      return null;
    case "out_of_time":
      return "The time is up.";
    case "too_many_failures":
      return "Too many cases failed (--max-failures).";
    case "drained":
    case "stopped":
      return "Stopped early.";
  }
}
