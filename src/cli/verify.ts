import { z } from "zod";
import { verifyCampaign, type VerifiedCampaign } from "../campaign/verify.js";
import { countsOf } from "../ledger/counts.js";
import { verifyText } from "../view/terminal/verify-text.js";
import { ExitCode } from "./exit-code.js";
import { journalIn } from "./input.js";
import { printJson } from "./print-json.js";
import { provenanceJson } from "./provenance-json.js";

const optionsSchema = z.strictObject({ seal: z.string().optional(), json: z.boolean().default(false) });

/** `assay verify DIR` */
export async function verifyCommand(directory: string, options: unknown): Promise<void> {
  const { seal, json } = optionsSchema.parse(options);
  const verified = await verifyCampaign(journalIn(directory), seal);
  if (json) printJson(verifyJson(verified));
  else process.stdout.write(verifyText(verified, directory));
  if (verified.findings.length > 0 || verified.sealedAt === null) process.exitCode = ExitCode.findings;
}

function verifyJson({ fold, head, torn, findings, sealedAt }: VerifiedCampaign): object {
  return {
    records: head.n,
    seal: head.hash,
    torn,
    findings,
    ...(sealedAt !== undefined && { sealed_at: sealedAt }),
    points: countsOf(fold).points,
    provenance: provenanceJson(fold),
  };
}
