import type { Finding } from "./finding.js";
import type { Waiver } from "./settings.js";

/** Findings with and without a decision about them. */
export interface WaivedFindings {
  readonly open: readonly Finding[];
  readonly waived: readonly { readonly finding: Finding; readonly waiver: Waiver }[];
  /** Waivers whose day is over: what they passed over is open again. */
  readonly expired: readonly Waiver[];
  /** Waivers that no finding needs any more. */
  readonly idle: readonly Waiver[];
}

/** Passes over the findings that somebody decided about. @param today ISO 8601 day */
export function waive(findings: readonly Finding[], waivers: readonly Waiver[], today: string): WaivedFindings {
  const expired = waivers.filter(({ until }) => until < today);
  const inForce = waivers.filter(({ until }) => until >= today);
  const open: Finding[] = [];
  const waived: { readonly finding: Finding; readonly waiver: Waiver }[] = [];
  for (const finding of findings) {
    const waiver = inForce.find((candidate) => applies(candidate, finding));
    if (waiver) waived.push({ finding, waiver });
    else open.push(finding);
  }
  const used = new Set(waived.map(({ waiver }) => waiver));
  return { open, waived, expired, idle: inForce.filter((waiver) => !used.has(waiver)) };
}

function applies({ gate, file, scope }: Waiver, finding: Finding): boolean {
  if (gate !== finding.gate || !pathPattern(file).test(finding.file)) return false;
  return Object.entries(scope).every(([column, cell]) => finding.scope[column] === cell);
}

function pathPattern(pattern: string): RegExp {
  const source = pattern
    .split("**")
    .map((part) =>
      part
        .split("*")
        .map((text) => text.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"))
        .join("[^/]*"),
    )
    .join(".*");
  return new RegExp(`(^|/)${source}$`);
}
