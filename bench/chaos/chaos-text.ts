import type { Calm, RoundResult, Strike } from "./round.js";

/** One round in a line: what struck when, how that run ended, and what came of it. */
export function roundLine(number: number, { strikes, recoveries, wrongs }: RoundResult, calm: Calm): string {
  const struck = strikes.map((one) => `${one.fault} ${momentText(one, calm)} → ${one.ended}`).join("; ");
  const verdict = wrongs.length === 0 ? "whole" : `WRONG: ${wrongs.join("; ")}`;
  return `round ${String(number).padStart(3)}: ${struck}; calm runs to the end: ${recoveries}; ${verdict}\n`;
}

function momentText({ afterPoints }: Strike, { points }: Calm): string {
  return afterPoints === null ? "(too late)" : `after ${afterPoints}/${points.length} points`;
}

const phases = ["before the first point", "first third", "second third", "last third", "too late"] as const;

/** How often each fault struck, by the phase of its run. */
export function strikesText(results: readonly RoundResult[], calm: Calm): string {
  const strikes = results.flatMap((result) => result.strikes);
  const faults = [...new Set(strikes.map(({ fault }) => fault))].sort();
  return faults
    .map((fault) => {
      const own = strikes.filter((strike) => strike.fault === fault);
      const counts = phases.map(
        (phase) => `${phase} ${own.filter((strike) => phaseOf(strike, calm) === phase).length}`,
      );
      return `${fault.padEnd(22)} ${String(own.length).padStart(4)}: ${counts.join(", ")}\n`;
    })
    .join("");
}

function phaseOf({ afterPoints }: Strike, { points }: Calm): (typeof phases)[number] {
  if (afterPoints === null) return "too late";
  if (afterPoints === 0) return "before the first point";
  return phases[1 + Math.min(2, Math.floor((3 * afterPoints) / points.length))] ?? "last third";
}
