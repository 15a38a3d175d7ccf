import { shortKey } from "../../identity/keys.js";
import type { CampaignFold } from "../../ledger/fold.js";
import { isInForce } from "../../ledger/point-standing.js";
import { countText } from "../quantities.js";
import type { ReportData } from "./data.js";
import type { ReportStanding } from "./standing.js";

type Group = ReportData["provenance"][number];

/** What the numbers may be used for: qualification, publication, older points, decisions, sources. */
export function standingFacts(fold: CampaignFold, known: ReportStanding, at: Date): Group[] {
  return [{ title: "standing", facts: [...standing(fold, known, at), ...relations(fold)] }, ...sources(fold)];
}

function standing({ provenance, plan }: CampaignFold, known: ReportStanding, at: Date): Group["facts"] {
  const { qualification, olderPoints: older, publication } = known;
  const { state, reasons } = publication;
  const pin = plan?.pins?.source;
  return [
    ["qualification", qualification],
    ["publication", state === "final" ? state : `draft: ${reasons.join("; ")}`],
    ...(pin ? [["approved", `${pin.commit ?? pin.closure ?? ""} by ${pin.approvedBy}`] as const] : []),
    ...(older > 0
      ? [["older points", `${older}, measured with other sources or in another environment`] as const]
      : []),
    ...provenance.adoptions
      .filter((adoption) => isInForce(adoption, at))
      .map(
        ({ record }) =>
          [
            "adopted",
            `points of ${shortKey(record.closure)} until ${record.until} by ${record.approvedBy}: ${record.reason}`,
          ] as const,
      ),
  ];
}

function relations({ provenance: { supersedes, supersededBy } }: CampaignFold): Group["facts"] {
  return [
    ...(supersedes ? [["supersedes", `${supersedes.campaign}, seal ${supersedes.seal}`] as const] : []),
    ...supersededBy.map(({ name, campaign }) => ["superseded by", `${name} (${campaign})`] as const),
  ];
}

function sources({ provenance }: CampaignFold): Group[] {
  const closures = [...provenance.closures.values()];
  if (closures.length === 0) return [];
  const facts = closures.map(({ closure, runtime, files, packages }) => {
    const counts = provenance.basis.closuresOf(runtime)?.has(closure) ?? true;
    const size = `${countText(files.length, "file")}, ${countText(Object.keys(packages).length, "package")}`;
    return [shortKey(closure), `${runtime}, ${size}, ${counts ? "counts" : "older"}`] as const;
  });
  return [{ title: "sources", facts }];
}
