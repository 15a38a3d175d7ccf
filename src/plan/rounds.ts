import type { Arm, Plan } from "./plan.js";

/** The side that an arm measures: `reclaim=never` for `reclaim=never round 2`, and for itself in a single round. */
export function sideOf({ name, side }: Arm): string {
  return side ?? name;
}

/** The side of the arm so named; without such an arm, what was given. */
export function sideNamed(plan: Plan | null, arm: string | null): string | null {
  const known = plan?.arms?.find(({ name }) => name === arm);
  return known ? sideOf(known) : arm;
}

/** What an experiment compares, in the order in which its first round begins. */
export function sidesOf(arms: readonly Arm[]): string[] {
  return [...new Set(arms.map(sideOf))];
}

/** The arms of an experiment, round by round. */
export function armsByRound(arms: readonly Arm[]): Arm[][] {
  const rounds = new Map<number, Arm[]>();
  for (const arm of arms) rounds.set(arm.round ?? 1, [...(rounds.get(arm.round ?? 1) ?? []), arm]);
  return [...rounds.values()];
}

/** Every side once a round, in an arm of its own. In every other round they are turned: each goes first as often. */
export function inRounds(sides: readonly Arm[], rounds: number): Arm[] {
  if (rounds === 1) return [...sides];
  return Array.from({ length: rounds }, (_, index) => {
    const round = index + 1;
    const arms = sides.map(({ name, policy }): Arm => ({ name: `${name} round ${round}`, policy, side: name, round }));
    return round % 2 === 0 ? arms.toReversed() : arms;
  }).flat();
}
