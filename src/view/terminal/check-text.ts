import type { CheckResult } from "../../tables/checks/check-tables.js";
import { type Finding, severities } from "../../tables/checks/finding.js";
import { gates } from "../../tables/checks/gates/all.js";
import type { Waiver } from "../../tables/checks/settings.js";
import { countText } from "../quantities.js";

/** Findings of one gate in one file beyond these are counted, not told, unless all are asked for. */
const MOST_FINDINGS = 3;
const QUIET_COLUMNS: ReadonlySet<string> = new Set(["framework", "version", "device", "op_name", "beam_width"]);

/** What a check found, for people: the gravest first, gate by gate, file by file, each gate with what to do. */
export function checkText(result: CheckResult, { all }: { readonly all: boolean }): string {
  return [...gateTexts(result.open, all), ...waiverLines(result), summaryLine(result)].join("");
}

function gateTexts(findings: readonly Finding[], all: boolean): string[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = `${finding.severity} ${finding.gate}`;
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()].map((group) => gateText(group, all));
}

function gateText(findings: readonly Finding[], all: boolean): string {
  const [first] = findings;
  const gate = gates.find(({ name }) => name === first?.gate);
  const files = new Map<string, Finding[]>();
  for (const finding of findings) files.set(finding.file, [...(files.get(finding.file) ?? []), finding]);
  return [
    `${first?.severity} ${first?.gate}: ${countText(findings.length, "finding")} (${gate?.looksFor ?? ""})\n`,
    ...[...files].flatMap(([file, group]) => fileLines(file, group, all)),
    `  to do: ${gate?.todo ?? ""}\n\n`,
  ].join("");
}

function fileLines(file: string, findings: readonly Finding[], all: boolean): string[] {
  const told = all ? findings : findings.slice(0, MOST_FINDINGS);
  const left = findings.length - told.length;
  return [
    `  ${file}\n`,
    ...told.map(
      (finding) =>
        `    ${[scopeText(finding), finding.says].filter((text) => text !== "").join(": ")}${rowsText(finding)}\n`,
    ),
    ...(left > 0 ? [`    and ${left} more\n`] : []),
  ];
}

function scopeText({ scope }: Finding): string {
  return Object.entries(scope)
    .filter(([column]) => !QUIET_COLUMNS.has(column))
    .map(([column, cell]) => (typeof cell === "number" ? `${column} ${cell}` : cell))
    .join(", ");
}

function rowsText({ rows }: Finding): string {
  if (rows.length === 0) return "";
  const shown = rows.length > 4 ? `${rows.slice(0, 4).join(", ")}, …` : rows.join(", ");
  return ` (row ${shown})`;
}

function waiverLines({ waived, expired, idle }: CheckResult): string[] {
  const waivers = new Map<Waiver, number>();
  for (const { waiver } of waived) waivers.set(waiver, (waivers.get(waiver) ?? 0) + 1);
  return [
    ...[...waivers].map(([waiver, count]) => `waived: ${countText(count, "finding")} of ${waiverText(waiver)}\n`),
    ...expired.map((waiver) => `expired: ${waiverText(waiver)}\n`),
    ...idle.map((waiver) => `not needed any more: ${waiverText(waiver)}\n`),
  ];
}

function waiverText({ gate, file, reason, who, until }: Waiver): string {
  return `${gate} in ${file} (${reason}; ${who}, until ${until})`;
}

function summaryLine({ files, rows, open }: CheckResult): string {
  const counts = severities.flatMap((severity) => {
    const count = open.filter((finding) => finding.severity === severity).length;
    return count > 0 ? [countText(count, severity)] : [];
  });
  return `${countText(files, "table")}, ${countText(rows, "row")}: ${counts.length === 0 ? "nothing found" : counts.join(", ")}\n`;
}

/** The same for programs, with the evidence of each finding. */
export function checkJson({ files, rows, open, waived, expired, idle }: CheckResult): object {
  return { tables: files, rows, findings: open.map(findingJson), waived, expired, not_needed: idle };
}

function findingJson(finding: Finding): object {
  return { ...finding, to_do: gates.find(({ name }) => name === finding.gate)?.todo ?? "" };
}
