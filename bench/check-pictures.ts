// Draws what each gate of `assay check` sees: the worst finding of a folder of tables with its evidence, one SVG a gate.
// Run: npm run build && npx tsx bench/check-pictures.ts FOLDER docs/pictures/checks
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkTables } from "../dist/tables/checks/check-tables.js";
import type { Evidence, EvidencePoint, Finding } from "../dist/tables/checks/finding.js";
import { gates } from "../dist/tables/checks/gates/all.js";
import { settingsSchema } from "../dist/tables/checks/settings.js";
import { findTables } from "../dist/tables/find-tables.js";
import { readTableFile } from "../dist/tables/import/read-table-file.js";

const [folder = ".", target = "docs/pictures/checks"] = process.argv.slice(2);
const WIDTH = 640;
const HEIGHT = 300;
const MARGIN = { left: 64, right: 16, top: 44, bottom: 40 };
const MOST_OTHERS = 4;

interface Axis {
  readonly low: number;
  readonly high: number;
  readonly place: (value: number) => number;
}

/** A logarithmic axis from `start` to `end` pixels. */
function axis(values: readonly number[], start: number, end: number): Axis {
  const [low, high] = [Math.min(...values), Math.max(...values)].map((value) => Math.log(value));
  const span = (high ?? 1) - (low ?? 0) || 1;
  return {
    low: Math.exp(low ?? 0),
    high: Math.exp(high ?? 1),
    place: (value) => Math.round((start + ((Math.log(value) - (low ?? 0)) / span) * (end - start)) * 10) / 10,
  };
}

function picture({ says, evidence }: Finding & { readonly evidence: Evidence }): string {
  const others = evidence.others.slice(0, MOST_OTHERS);
  const all = [evidence.points, ...others.map(({ points }) => points)].flat();
  const x = axis(
    all.map(({ size }) => Math.max(size, 0.5)),
    MARGIN.left,
    WIDTH - MARGIN.right,
  );
  const y = axis(
    all.map(({ latencyMs }) => latencyMs),
    HEIGHT - MARGIN.bottom,
    MARGIN.top,
  );
  const path = (points: readonly EvidencePoint[]) =>
    points.map(({ size, latencyMs }) => `${x.place(Math.max(size, 0.5))},${y.place(latencyMs)}`).join(" ");
  const bad = evidence.bad.flatMap((place) => evidence.points[place] ?? []);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" role="img" aria-label="${escaped(says)}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${wrapped(says)
  .map((line, index) => `<text x="12" y="${18 + 15 * index}" fill="#222">${escaped(line)}</text>`)
  .join("\n")}
<path d="M${MARGIN.left} ${MARGIN.top}V${HEIGHT - MARGIN.bottom}H${WIDTH - MARGIN.right}" fill="none" stroke="#888"/>
<text x="${MARGIN.left}" y="${HEIGHT - 12}" fill="#555">${escaped(evidence.axis)} ${x.low < 1 ? 0 : Math.round(x.low)}</text>
<text x="${WIDTH - MARGIN.right}" y="${HEIGHT - 12}" text-anchor="end" fill="#555">${Math.round(x.high)}</text>
<text x="${MARGIN.left - 6}" y="${HEIGHT - MARGIN.bottom}" text-anchor="end" fill="#555">${latencyText(y.low)}</text>
<text x="${MARGIN.left - 6}" y="${MARGIN.top + 10}" text-anchor="end" fill="#555">${latencyText(y.high)}</text>
${others.map(({ points }) => `<polyline points="${path(points)}" fill="none" stroke="#bbb"/>`).join("\n")}
<polyline points="${path(evidence.points)}" fill="none" stroke="#1565c0" stroke-width="1.5"/>
${bad.map((point) => `<circle cx="${x.place(Math.max(point.size, 0.5))}" cy="${y.place(point.latencyMs)}" r="4" fill="#c62828"/>`).join("\n")}
</svg>
`;
}

function latencyText(ms: number): string {
  return ms < 1 ? `${(ms * 1000).toPrecision(3)} µs` : `${Number(ms.toPrecision(3))} ms`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function wrapped(text: string): string[] {
  const middle = text.lastIndexOf(" ", 100);
  return text.length <= 100 ? [text] : [text.slice(0, middle), text.slice(middle + 1)];
}

function hasCurve(finding: Finding): finding is Finding & { readonly evidence: Evidence } {
  return finding.evidence !== null && finding.evidence.points.length > 1;
}

const { open } = checkTables(
  findTables([folder]).map((file) => readTableFile(file)),
  settingsSchema.parse({}),
  "2026-01-01",
);
mkdirSync(target, { recursive: true });
for (const { name } of gates) {
  const worst = open.find((finding) => finding.gate === name && hasCurve(finding));
  if (worst && hasCurve(worst)) writeFileSync(join(target, `${name}.svg`), picture(worst));
}
