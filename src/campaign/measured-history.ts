import { median } from "simple-statistics";
import { coordinatesId } from "../ledger/case-state.js";
import type { CampaignFold } from "../ledger/fold.js";
import type { History } from "../plan/expected-time.js";

const NS_PER_SECOND = 1e9;

/** What earlier campaigns measured: of each point the median of its samples; of several such medians, their median. */
export function measuredHistory(folds: readonly CampaignFold[]): History {
  const medians = new Map<string, number[]>();
  for (const { key, points } of folds.flatMap(({ cases }) => [...cases.values()])) {
    for (const [coordinates, { samplesNs }] of points) {
      if (samplesNs.length === 0) continue;
      const place = `${key} ${coordinates}`;
      medians.set(place, [...(medians.get(place) ?? []), median(samplesNs) / NS_PER_SECOND]);
    }
  }
  return (key, coordinates) => {
    const known = medians.get(`${key} ${coordinatesId(coordinates)}`);
    return known === undefined ? null : median(known);
  };
}
