import type { JournalPosition } from "../ledger/journal-record.js";
import { readJournal } from "../ledger/journal-reader.js";
import { CampaignFold } from "../ledger/fold.js";
import { recordKinds } from "../ledger/records.js";
import { Verification } from "../ledger/verification.js";
import { entryOf, ProvenRecords } from "./campaign.js";

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
  const proven = new ProvenRecords((record) => {
    const entry = entryOf(record);
    verification.see(entry);
    fold.apply(entry);
  });
  let sealedAt: number | null = null;
  const { head, torn } = await readJournal(
    journal,
    (record, { n, hash }) => {
      if (hash === seal) sealedAt = n;
      proven.hold(record);
    },
    { kinds: recordKinds },
  );
  proven.end();
  verification.end();
  return { fold, head, torn, findings: verification.findings, ...(seal !== undefined && { sealedAt }) };
}
