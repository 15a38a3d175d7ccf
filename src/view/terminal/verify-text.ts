import type { VerifiedCampaign } from "../../campaign/verify.js";
import { countsOf } from "../../ledger/counts.js";
import { countText } from "../quantities.js";
import { standingLines } from "./provenance-text.js";

/** What `verify` found: that the journal is whole, its seal, how its points add up, and what does not fit together. */
export function verifyText(verified: VerifiedCampaign, directory: string): string {
  const { fold, head, torn, findings } = verified;
  const { closures, environments } = fold.provenance;
  const { planned, done, older, failed, missing } = countsOf(fold).points;
  return [
    `journal: ${countText(head.n, "record")}, each as it was written${torn ? "; one more was on its way" : ""}`,
    `seal: ${head.hash}`,
    ...sealLines(verified),
    `sources: ${countText(closures.size, "closure")}, ${countText(environments.size, "environment")}`,
    `points: ${planned} planned = ${done} current + ${older} older + ${failed} failed + ${missing} missing`,
    ...standingLines(fold, directory),
    ...(findings.length === 0
      ? ["all of it fits together"]
      : [`${countText(findings.length, "finding")}:`, ...findings.map((finding) => `  ${finding}`)]),
    "",
  ].join("\n");
}

function sealLines({ sealedAt, head }: VerifiedCampaign): string[] {
  if (sealedAt === undefined) return [];
  if (sealedAt === null) return ["the seal that was asked about is none of this journal's"];
  const since = head.n - sealedAt;
  return [
    `the seal that was asked about is of record ${sealedAt}${since === 0 ? ", the last" : `; ${countText(since, "record")} came since`}`,
  ];
}
