import { coordinatesId } from "../../ledger/case-state.js";
import type { CampaignFold, Entry } from "../../ledger/fold.js";
import type { PointRecord } from "../../ledger/records.js";
import { caseId } from "../report/memory-data.js";
import type { RecentPoint } from "./messages.js";

const SHOWN = 24;

/** Where and when a point was measured. */
interface Measured extends Pick<PointRecord, "case" | "arm" | "coordinates"> {
  readonly n: number;
  readonly at: string;
}

/** The points that were measured last. */
export class RecentPoints {
  readonly #latest: Measured[] = [];

  apply(entry: Entry): void {
    if (entry.kind !== "point") return;
    const { case: key, arm, coordinates } = entry.body;
    this.#latest.unshift({ n: entry.n, at: entry.t, case: key, arm, coordinates });
    this.#latest.length = Math.min(this.#latest.length, SHOWN);
  }

  /** The latest first. The figures are those of the record that counts, should this one not have replaced an earlier one. */
  list(fold: CampaignFold): readonly RecentPoint[] {
    return this.#latest.flatMap((measured) => recentPoint(fold, measured));
  }
}

function recentPoint(fold: CampaignFold, { n, at, case: key, arm, coordinates }: Measured): RecentPoint[] {
  const { planned, points, attempts } = fold.caseState(key, arm);
  const point = points.get(coordinatesId(coordinates));
  if (!point) return [];
  const { medianMs, medianCi, n: samples } = point.statistics;
  return [
    {
      n,
      at,
      device: attempts.at(-1)?.record.device ?? "",
      case: caseId(key, arm),
      name: `${planned?.name ?? key}${arm === null ? "" : ` [${arm}]`}`,
      coordinates,
      medianMs,
      medianCi,
      samples,
      flags: point.flags,
    },
  ];
}
