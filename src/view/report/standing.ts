import { countsOf } from "../../ledger/counts.js";
import type { CampaignFold } from "../../ledger/fold.js";
import { publicationOf, type Publication } from "../../ledger/publication-gate.js";
import type { QualificationState } from "../../ledger/provenance-state.js";

/** What a campaign's points may be used for. */
export interface ReportStanding {
  readonly qualification: QualificationState;
  readonly publication: Publication;
  /** Points of other sources or another environment. */
  readonly olderPoints: number;
}

/** The standing of a campaign at a moment. */
export function reportStanding(fold: CampaignFold, at = new Date()): ReportStanding {
  const { older } = countsOf(fold, at).points;
  return { qualification: fold.provenance.qualified, publication: publicationOf(fold, { at }), olderPoints: older };
}
