import type { CampaignFold } from "../ledger/fold.js";
import { isInForce } from "../ledger/point-standing.js";
import { publicationOf } from "../ledger/publication-gate.js";

/** A campaign's provenance for programs; files of closures are left out. */
export function provenanceJson(fold: CampaignFold, at = new Date()): object {
  const { provenance } = fold;
  return {
    qualification: provenance.qualified,
    qualifications: provenance.qualifications,
    closures: [...provenance.closures.values()].map(({ closure, runtime, files, packages, unseen }) => ({
      closure,
      runtime,
      counts: provenance.basis.closuresOf(runtime)?.has(closure) ?? true,
      files: files.length,
      packages,
      unseen,
    })),
    environments: [...provenance.environments.values()].map(({ environment, identity }) => ({ environment, identity })),
    adoptions: provenance.adoptions.map((adoption) => ({ ...adoption.record, in_force: isInForce(adoption, at) })),
    supersedes: provenance.supersedes,
    superseded_by: provenance.supersededBy,
    publication: publicationOf(fold, { at }),
  };
}
