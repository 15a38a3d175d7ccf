import { JOURNAL_START, type JournalPosition } from "../ledger/journal-record.js";
import { CampaignFold } from "../ledger/fold.js";
import { Verification } from "../ledger/verification.js";
import { eachEntry } from "./campaign-reading.js";

/** What a journal was found to be, from its first record to its last. */
export interface VerifiedCampaign {
  readonly fold: CampaignFold;
  /** Its hash is the seal. */
  readonly head: JournalPosition;
  /** A record was on its way when its writer ended, or is on its way now. */
  readonly torn: boolean;
  /** What does not fit together; empty: all does. */
  readonly findings: readonly string[];
  /** Number of the record that an earlier seal is of; `null`: none has it; left out: none was asked about. */
  readonly sealedAt?: number | null;
}

/**
 * Reads a whole journal: chain, names, hashes, qualifications, decisions, counts.
 * @param seal one that the campaign is said to have had
 * @throws JournalDamaged naming the record that was changed, dropped, doubled or moved; JournalTooNew
 */
export async function verifyCampaign(journal: string, seal?: string): Promise<VerifiedCampaign> {
  const fold = new CampaignFold();
  const verification = new Verification(fold);
  let sealedAt: number | null = null;
  const { head, torn } = await eachEntry(journal, JOURNAL_START, (entry, place) => {
    if (place.hash === seal) sealedAt = place.n;
    verification.see(entry);
    fold.apply(entry);
  });
  verification.end();
  return { fold, head, torn, findings: verification.findings, ...(seal !== undefined && { sealedAt }) };
}
