import type { Coordinates } from "../identity/keys.js";
import type { CampaignFold } from "../ledger/fold.js";
import type { PointState } from "../ledger/point-state.js";
import { type Flag, flagNames } from "../measure/flags.js";
import type { Policy } from "../plan/plan.js";
import type { Series } from "../protocol/facts.js";
import { policyOf } from "./policy-of.js";

/** A point that has a flag although it was measured again as often as the policy says. */
export interface UnsteadyPoint {
  readonly key: string;
  readonly name: string;
  readonly arm: string | null;
  readonly coordinates: Coordinates;
  /** Those of its flags for which it was measured again. */
  readonly flags: readonly Flag[];
  readonly timesMeasured: number;
  /** The device's clock where it has one: the series with the lowest. */
  readonly deviceClockMhz: NonNullable<Series["deviceClockMhz"]> | null;
}

/** Whether a point is to be measured again of itself: its record has such a flag, and there are tries left. */
export function isToBeSteadied(point: PointState, { remeasure }: Policy): boolean {
  return point.flags.some((flag) => point.timesMeasured <= (remeasure[flag] ?? 0));
}

/** All unsteady points of a campaign, in the plan's order. */
export function unsteadyPoints(fold: CampaignFold): UnsteadyPoint[] {
  const { plan } = fold;
  if (!plan) return [];
  return fold.planned().flatMap(({ key, arm, planned, points }) => {
    const policy = policyOf(plan, arm);
    return [...points.values()].flatMap((point): UnsteadyPoint[] => {
      const flags = unsteadyFlags(point, policy);
      if (flags.length === 0) return [];
      const { coordinates } = point.record;
      const { timesMeasured } = point;
      return [
        { key, name: planned?.name ?? key, arm, coordinates, flags, timesMeasured, deviceClockMhz: lowestClock(point) },
      ];
    });
  });
}

function unsteadyFlags(point: PointState, { remeasure }: Policy): Flag[] {
  return flagNames.filter((flag) => {
    const limit = remeasure[flag] ?? 0;
    return limit > 0 && point.timesMeasured > limit && point.flags.includes(flag);
  });
}

function lowestClock({ record }: PointState): UnsteadyPoint["deviceClockMhz"] {
  const clocks = record.point.series.flatMap(({ deviceClockMhz }) => deviceClockMhz ?? []);
  return clocks.toSorted((left, right) => left.lowest - right.lowest)[0] ?? null;
}
