// Draws findings of `assay check` at random, for people who judge them: up to 20 of each gate, with row and evidence, and
// how many there are in each file. Run: npm run build && npx tsx bench/check-findings.ts FOLDER [--count 20] [--seed 1]
import { relative } from "node:path";
import { parseArgs } from "node:util";
import { checkTables } from "../dist/tables/checks/check-tables.js";
import { type Finding, severities } from "../dist/tables/checks/finding.js";
import { gates } from "../dist/tables/checks/gates/all.js";
import { settingsSchema } from "../dist/tables/checks/settings.js";
import { findTables } from "../dist/tables/find-tables.js";
import { readTableFile } from "../dist/tables/import/read-table-file.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: "string", default: "20" }, seed: { type: "string", default: "1" } },
});
const [folder = "."] = positionals;

/** The same draw for the same seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

function drawn(findings: readonly Finding[], count: number): Finding[] {
  const next = random(Number(values.seed));
  const left = [...findings];
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(next() * left.length), 1),
  ).flat();
}

const quiet = new Set(["framework", "version", "device", "op_name", "beam_width", "d_conv"]);

function line(finding: Finding, index: number): string {
  const scope = Object.entries(finding.scope).filter(([name]) => !quiet.has(name));
  const cells = scope.map(([, cell]) => String(cell).replace(/^vllm_/, "")).join(" ");
  const rows = finding.rows.slice(0, 2).join(", ") + (finding.rows.length > 2 ? ", …" : "");
  const curve = finding.evidence?.kind === "curve" ? finding.evidence : null;
  const points = curve?.points ?? [];
  const bad = curve?.bad ?? [];
  const first = Math.max(0, (bad[0] ?? 0) - 2);
  const shown = points.slice(first, first + 7).map(({ size, latencyMs }, place) => {
    const text = `${size}:${(latencyMs * 1000).toPrecision(3)}`;
    return bad.includes(first + place) ? `**${text}**` : text;
  });
  return `| ${index + 1} | ${short(finding.file)} | ${rows} | ${cells} | ${finding.says} | ${shown.join(" ")} |`;
}

function short(file: string): string {
  return relative(folder, file).replace(/_perf\.parquet$/, "");
}

const files = findTables([folder]).map((file) => readTableFile(file));
const { open } = checkTables(files, settingsSchema.parse({}), "2026-01-01");
const kinds = gates.flatMap(({ name }) => severities.map((severity) => ({ name, severity })));
for (const { name, severity } of kinds) {
  const findings = open.filter((finding) => finding.gate === name && finding.severity === severity);
  if (findings.length === 0) continue;
  process.stdout.write(`\n## ${name} (${severity}): ${findings.length}\n`);
  const counts = new Map<string, number>();
  for (const { file } of findings) counts.set(file, (counts.get(file) ?? 0) + 1);
  for (const [file, count] of counts) process.stdout.write(`- ${short(file)}: ${count}\n`);
  process.stdout.write(
    drawn(findings, Number(values.count))
      .map((finding, index) => `${line(finding, index)}\n`)
      .join(""),
  );
}
