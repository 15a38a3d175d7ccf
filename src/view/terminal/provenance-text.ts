import { assayCommand } from "../../campaign/assay-command.js";
import { type ChangedSource, changedSources, closureOfRecord } from "../../campaign/resume-gate.js";
import type { DeviceSources } from "../../campaign/device-sources.js";
import { shortKey } from "../../identity/keys.js";
import { countsOf } from "../../ledger/counts.js";
import type { CampaignFold } from "../../ledger/fold.js";
import { isInForce } from "../../ledger/point-standing.js";
import { publicationOf } from "../../ledger/publication-gate.js";
import type { ClosureRecord } from "../../ledger/provenance-records.js";
import { closureDifference, differenceLines } from "../../provenance/closure-difference.js";
import type { SourceClosure } from "../../provenance/source-closure.js";
import { countText } from "../quantities.js";

/** What a campaign's provenance is; `null`: there is no campaign yet, only its plan. */
export interface ProvenancePicture {
  readonly fold: CampaignFold | null;
  readonly sources: readonly DeviceSources[];
  readonly directory: string;
}

/** Sources as they are now and as they were measured with, environments, qualifications, decisions, publication. */
export function provenanceText({ fold, sources, directory }: ProvenancePicture): string {
  const now = ["sources now:", ...sources.flatMap((source) => sourceLines(source, fold))];
  const lines = fold ? [...now, ...recordedLines(fold), ...standingLines(fold, directory)] : now;
  return lines.map((line) => `${line}\n`).join("");
}

/** Where the sources differ from those that count: file by file, package by package. */
export function differenceOfSources({ fold, sources }: ProvenancePicture): string {
  const changed = fold ? changedSources(fold, sources) : [];
  if (changed.length === 0) return "the sources are those of the campaign's points, or none was measured\n";
  return changed
    .flatMap(wholeDifference)
    .map((line) => `${line}\n`)
    .join("");
}

function wholeDifference({ device, before, now }: ChangedSource): string[] {
  if (before === null) return [`${device}: the sources of its points were not recorded`];
  const lines = differenceLines(closureDifference(before, now));
  return [`${device}: ${shortKey(before.hash)} then, ${shortKey(now.hash)} now`, ...lines.map((line) => `  ${line}`)];
}

/** What is to be known of points beyond their number, for `status` and the end of a run; empty for a plain campaign. */
export function standingLines(fold: CampaignFold, directory: string, at = new Date()): string[] {
  const { provenance } = fold;
  const { older } = countsOf(fold, at).points;
  const publication = publicationOf(fold, { at });
  const inForce = provenance.adoptions.filter((adoption) => isInForce(adoption, at));
  return [
    `qualification: ${provenance.qualified}`,
    ...(older > 0
      ? [
          `${countText(older, "older point")}: measured with other sources or elsewhere; again with: ${assayCommand("resume", directory, "--remeasure", "older")}`,
        ]
      : []),
    ...inForce.map(
      ({ record }) =>
        `points of ${shortKey(record.closure)} adopted until ${record.until} by ${record.approvedBy}: ${record.reason}`,
    ),
    ...(provenance.supersedes
      ? [`supersedes ${provenance.supersedes.campaign} (seal ${shortKey(provenance.supersedes.seal)})`]
      : []),
    ...provenance.supersededBy.map(({ name, campaign }) => `superseded by ${name} (${campaign})`),
    ...(publication.state === "final"
      ? ["publication: final"]
      : [`publication: draft, since ${publication.reasons.join("; ")}`]),
  ];
}

function sourceLines({ device, closure, git }: DeviceSources, fold: CampaignFold | null): string[] {
  const counted = fold?.provenance.basis.closuresOf(closure.runtime) ?? null;
  const standing = counted === null ? "" : counted.has(closure.hash) ? ", counts" : ", does not count";
  const tree = git
    ? `commit ${git.commit.slice(0, 12)}${git.dirty ? ` with changes (${git.changed.join(", ")})` : ""}`
    : "in no git repository";
  return [
    `  ${device}: ${closureText(closure)}${standing}; ${tree}`,
    ...closure.unseen.map((reason) => `    not seen: ${reason}`),
  ];
}

function recordedLines(fold: CampaignFold): string[] {
  const { provenance } = fold;
  return [
    "sources of the points:",
    ...[...provenance.closures.values()].map(
      (record) => `  ${closureText(closureOfRecord(record))}, ${standingText(fold, record)}`,
    ),
    "environments of the points:",
    ...[...provenance.environments.values()].map(({ environment, identity }) => {
      const facts = Object.entries(identity).flatMap(([name, value]) =>
        value === null || name === "instructions" ? [] : [`${name} ${value}`],
      );
      return `  ${shortKey(environment)}: ${facts.join(", ")}`;
    }),
  ];
}

function standingText({ provenance, cases }: CampaignFold, { closure, runtime }: ClosureRecord): string {
  const counts = provenance.basis.closuresOf(runtime)?.has(closure) ?? true;
  const records = [...cases.values()].flatMap(({ points, contenders }) =>
    [...points].flatMap(([id, point]) => contenders.get(id) ?? [point]),
  );
  const points = records.filter(({ origin }) => origin.closure === closure);
  const qualified = provenance.qualificationOf((subject) => subject.closure === closure);
  return `${countText(points.length, "point")}, ${counts ? "counts" : "older"}, qualification ${qualified}`;
}

function closureText({ hash, runtime, files, packages }: SourceClosure): string {
  return `${shortKey(hash)} (${runtime}, ${countText(files.length, "file")}, ${countText(Object.keys(packages).length, "package")})`;
}
