import { groupsOf } from "../data/groups.js";
import type { CaseSummary } from "../data/report.js";

/** How a case's curve is told from others: an index into the palette and one into the dash patterns. */
export interface LineStyle {
  readonly hue: number;
  readonly dash: number;
}

/** Dash patterns in CSS px, solid first. */
export const dashPatterns: readonly (readonly number[])[] = [[], [7, 3], [2, 3], [9, 3, 2, 3], [14, 4]];

/** Number of colours in the palette (`--series-0` … in the styles). */
export const hueCount = 7;

/**
 * A style a case. In an experiment the colour tells the case and the dashes its arm; else the colour tells the model and
 * the dashes its cases apart, where that says more than a colour a case.
 */
export function lineStyles(cases: readonly CaseSummary[]): ReadonlyMap<string, LineStyle> {
  if (cases.some(({ arm }) => arm != null)) return armStyles(cases);
  const models = groupsOf(cases, (one) => one.models[0] ?? one.op);
  const tellsModels = models.length > 1 && models.length <= hueCount;
  const byModel = tellsModels && models.every((group) => group.length <= dashPatterns.length);
  return byModel ? modelStyles(models) : ownStyles(cases);
}

function armStyles(cases: readonly CaseSummary[]): ReadonlyMap<string, LineStyle> {
  const arms = [...new Set(cases.map(({ arm }) => arm))];
  const keys = [...new Set(cases.map(keyWithoutArm))];
  return new Map(
    cases.map((one) => {
      const [hue, dash] = [keys.indexOf(keyWithoutArm(one)), arms.indexOf(one.arm)];
      return [one.key, { hue: hue % hueCount, dash: dash % dashPatterns.length }] as const;
    }),
  );
}

/** In several rounds a case is there several times in each arm. */
function keyWithoutArm({ key }: CaseSummary): string {
  return key.slice(-64);
}

function modelStyles(groups: readonly (readonly CaseSummary[])[]): ReadonlyMap<string, LineStyle> {
  return new Map(groups.flatMap((group, hue) => group.map((one, dash) => [one.key, { hue, dash }] as const)));
}

function ownStyles(cases: readonly CaseSummary[]): ReadonlyMap<string, LineStyle> {
  return new Map(
    cases.map((one, index) => {
      const dash = Math.floor(index / hueCount) % dashPatterns.length;
      return [one.key, { hue: index % hueCount, dash }] as const;
    }),
  );
}
