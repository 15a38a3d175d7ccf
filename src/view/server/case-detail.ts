import { basename } from "node:path";
import { caseId } from "../report/memory-data.js";
import { olderPoints, reportCase } from "../report/report-case.js";
import type { LiveCampaign } from "./live-campaign.js";
import type { LiveCase } from "./messages.js";
import { plainFile } from "./plain-file.js";

/** A case with its samples, which are read from the journal; `null` for a key that no planned case has. */
export function caseDetail(campaign: LiveCampaign, key: string): LiveCase | null {
  const { fold } = campaign.follower;
  const state = fold.planned().find((one) => caseId(one.key, one.arm) === key);
  if (!state) return null;
  const { directory, folder, journal } = campaign.options;
  plainFile(folder, basename(journal));
  return { n: campaign.n, case: reportCase(state, { fold, directory, isOlder: olderPoints(fold) }) };
}
