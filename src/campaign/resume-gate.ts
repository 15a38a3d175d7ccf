import type { CampaignFold } from "../ledger/fold.js";
import type { QualificationState } from "../ledger/provenance-state.js";
import type { ClosureRecord } from "../ledger/provenance-records.js";
import { closureDifference, differenceLines, differenceSize } from "../provenance/closure-difference.js";
import type { SourceClosure } from "../provenance/source-closure.js";
import { assayCommand } from "./assay-command.js";
import type { DeviceSources } from "./device-sources.js";

/** Differences beyond these are counted, not told: `assay provenance --diff` tells them all. */
const MOST_LINES = 12;

/** Sources that are not those of a campaign's points. */
export interface ChangedSource {
  readonly device: string;
  readonly now: SourceClosure;
  /** The closure that counts and is most like it; `null`: the points' sources were not recorded. */
  readonly before: SourceClosure | null;
  readonly qualification: QualificationState;
}

/** The code of a campaign's points has changed: measuring on would mix what does not belong together. */
export class SourceChanged extends Error {
  override readonly name = "SourceChanged";
  constructor(
    readonly changed: readonly ChangedSource[],
    directory: string,
  ) {
    super(
      [
        "the sources are not those of this campaign's points. Nothing was written.",
        ...changed.flatMap(changedLines),
        waysOn(directory),
      ].join("\n"),
    );
  }
}

/**
 * Checks that the sources are those of a campaign's points, or were qualified since.
 * @throws SourceChanged naming the files and packages that differ, and the commands of the way on
 */
export function checkSources(fold: CampaignFold, sources: readonly DeviceSources[], directory: string): void {
  const changed = changedSources(fold, sources);
  if (changed.length > 0) throw new SourceChanged(changed, directory);
}

/** The sources that do not count, each closure once. */
export function changedSources({ provenance }: CampaignFold, sources: readonly DeviceSources[]): ChangedSource[] {
  const once = new Map(sources.map((source) => [source.closure.hash, source]));
  return [...once.values()].flatMap(({ device, closure: now }) => {
    const counted = provenance.basis.closuresOf(now.runtime);
    if (counted === null || counted.has(now.hash)) return [];
    const known = [...counted].flatMap((hash) => provenance.closures.get(hash ?? "") ?? []).map(closureOfRecord);
    const size = (before: SourceClosure) => differenceSize(closureDifference(before, now));
    const before = known.toSorted((one, other) => size(one) - size(other))[0] ?? null;
    return [{ device, now, before, qualification: provenance.qualificationOf(({ closure }) => closure === now.hash) }];
  });
}

/** A closure as it was measured with. */
export function closureOfRecord({ closure, runtime, files, packages, unseen }: ClosureRecord): SourceClosure {
  return { hash: closure, runtime, files, packages, unseen };
}

/** What changed of one device's sources, a line each. */
export function changedLines({ device, before, now, qualification }: ChangedSource): string[] {
  const lines =
    before === null
      ? ["the sources of its earlier points were not recorded"]
      : differenceLines(closureDifference(before, now));
  const more = lines.length - MOST_LINES;
  return [
    `${device}:`,
    ...lines.slice(0, MOST_LINES).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...(qualification === "failed" ? ["  their qualification failed"] : []),
  ];
}

function waysOn(directory: string): string {
  return [
    "Go on with them:",
    `  ${assayCommand("qualify", directory)}    a few full sweeps in a fresh worker; once it has passed,`,
    `  ${assayCommand("resume", directory)}     measures what is missing, and older points keep their own sources`,
    "Or put the old ones back; or measure in a new folder (assay run FILE --dir FOLDER).",
    `All differences: ${assayCommand("provenance", directory, "--diff")}`,
  ].join("\n");
}
