// Draws what each gate of `assay check` sees: its worst finding in a folder of tables with its evidence, one SVG a gate; of
// gates that find nothing there, in small made tables. Run: npm run build && npx tsx bench/check-pictures.ts FOLDER [TARGET]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { checkTables } from "../dist/tables/checks/check-tables.js";
import type { CellEvidence, CurveEvidence, EvidencePoint, Finding } from "../dist/tables/checks/finding.js";
import { gates } from "../dist/tables/checks/gates/all.js";
import { settingsSchema } from "../dist/tables/checks/settings.js";
import { findTables } from "../dist/tables/find-tables.js";
import { readTableFile } from "../dist/tables/import/read-table-file.js";

const [folder = ".", target = "docs/pictures/checks"] = process.argv.slice(2);
const WIDTH = 640;
const HEIGHT = 300;
const MARGIN = { left: 64, right: 16, top: 44, bottom: 40 };
const MOST_OTHERS = 4;
const ROW_HEIGHT = 22;

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

function svg(says: string, height: number, inside: string): string {
  const title = wrapped(says).map((line, index) => text(12, 18 + 15 * index, line, { fill: "#222" }));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" role="img" aria-label="${escaped(says)}">
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
${title.join("\n")}
${inside}
</svg>
`;
}

function text(x: number, y: number, line: string, { fill = "#555", anchor = "start" } = {}): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${fill}">${escaped(line)}</text>`;
}

function curvePicture(says: string, evidence: CurveEvidence): string {
  const others = evidence.others.slice(0, MOST_OTHERS);
  const all = [evidence.points, ...others.map(({ points }) => points)].flat();
  const sizes = all.map(({ size }) => Math.max(size, 0.5));
  const x = axis(sizes, MARGIN.left, WIDTH - MARGIN.right);
  const latencies = all.map(({ latencyMs }) => latencyMs);
  const y = axis(latencies, HEIGHT - MARGIN.bottom, MARGIN.top);
  const at = ({ size, latencyMs }: EvidencePoint) => [x.place(Math.max(size, 0.5)), y.place(latencyMs)] as const;
  const path = (points: readonly EvidencePoint[]) => points.map((point) => at(point).join()).join(" ");
  const dot = (point: EvidencePoint, look: string) => `<circle cx="${at(point)[0]}" cy="${at(point)[1]}" ${look}/>`;
  const bad = evidence.bad.flatMap((place) => evidence.points[place] ?? []);
  const bottom = HEIGHT - MARGIN.bottom;
  return svg(
    says,
    HEIGHT,
    [
      `<path d="M${MARGIN.left} ${MARGIN.top}V${bottom}H${WIDTH - MARGIN.right}" fill="none" stroke="#888"/>`,
      text(MARGIN.left, HEIGHT - 12, `${evidence.axis} ${x.low < 1 ? 0 : Math.round(x.low)}`),
      text(WIDTH - MARGIN.right, HEIGHT - 12, String(Math.round(x.high)), { anchor: "end" }),
      text(MARGIN.left - 6, bottom, latencyText(y.low), { anchor: "end" }),
      text(MARGIN.left - 6, MARGIN.top + 10, latencyText(y.high), { anchor: "end" }),
      ...others.map(({ points }) => `<polyline points="${path(points)}" fill="none" stroke="#bbb"/>`),
      ...others.flatMap(({ points }) => points.map((point) => dot(point, 'r="1.5" fill="#bbb"'))),
      `<polyline points="${path(evidence.points)}" fill="none" stroke="#1565c0" stroke-width="1.5"/>`,
      ...bad.map((point) => dot(point, 'r="4" fill="#c62828"')),
    ].join("\n"),
  );
}

function cellPicture(says: string, { columns, rows, bad }: CellEvidence): string {
  const lengths = columns.map(
    (name, column) => 3 + Math.max(name.length, ...rows.map((row) => String(row[column]).length)),
  );
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  const places = lengths.map((_, column) => lengths.slice(0, column).reduce((sum, length) => sum + length, 0) / whole);
  const x = (column: number) => Math.round(16 + (places[column] ?? 0) * (WIDTH - 32));
  const y = (row: number) => MARGIN.top + 16 + ROW_HEIGHT * row;
  const cells = rows.flatMap((row, index) => [
    ...(bad[index]
      ? [`<rect x="10" y="${y(index + 1) - 15}" width="${WIDTH - 20}" height="${ROW_HEIGHT}" fill="#fdecea"/>`]
      : []),
    ...row.map((cell, column) => text(x(column), y(index + 1), String(cell).slice(0, 60), { fill: "#222" })),
  ]);
  const head = columns.map((name, column) => text(x(column), y(0), name));
  const rule = `<path d="M10 ${y(0) + 7}H${WIDTH - 10}" stroke="#888"/>`;
  return svg(says, y(rows.length) + 16, [...head, rule, ...cells].join("\n"));
}

function latencyText(ms: number): string {
  return ms < 1 ? `${(ms * 1000).toPrecision(3)} µs` : `${Number(ms.toPrecision(3))} ms`;
}

function escaped(line: string): string {
  return line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function wrapped(line: string): string[] {
  const middle = line.lastIndexOf(" ", 100);
  return line.length <= 100 ? [line] : [line.slice(0, middle), line.slice(middle + 1)];
}

function pictureOf({ says, evidence }: Finding): string | null {
  if (evidence?.kind === "cells") return cellPicture(says, evidence);
  return evidence && evidence.points.length > 1 ? curvePicture(says, evidence) : null;
}

function findingsIn(path: string): readonly Finding[] {
  const files = findTables([path]).map((file) => readTableFile(file));
  return checkTables(files, settingsSchema.parse({}), "2026-01-01").open;
}

const columns = "framework,version,device,op_name,kernel_source,gemm_dtype,m,n,k,latency";
const row = (m: number, ms: number | string, device = "NVIDIA H200") =>
  `VLLM,0.24.0,${device},gemm,cutlass,bfloat16,${m},4096,4096,${ms}`;
const sizes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096];
const curve = sizes.map((m) => row(m, 0.01 + m / 20_000));
const made: Readonly<Record<string, string>> = {
  "unreadable/gemm_perf.parquet": `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 1843201\n`,
  "schema/gemm_perf.csv": [columns.replace(",k,", ",width,"), ...curve].join("\n"),
  "bad-value/gemm_perf.csv": [columns, ...curve, row(8192, 0), row(16384, "nan"), row(32768, '"1,234"')].join("\n"),
  "mixed-identity/gemm_perf.csv": [
    columns,
    ...curve,
    row(8192, 0.4, "NVIDIA H100"),
    row(16384, 0.8, "NVIDIA H100"),
  ].join("\n"),
  "faster-than-arithmetic/gemm_perf.csv": [columns, ...sizes.map((m) => row(m, m < 1024 ? 0.02 : m / 60_000))].join(
    "\n",
  ),
};

const own = mkdtempSync(join(tmpdir(), "assay-pictures-"));
try {
  for (const [path, content] of Object.entries(made)) {
    mkdirSync(dirname(join(own, path)), { recursive: true });
    writeFileSync(join(own, path), content);
  }
  const found = findingsIn(folder);
  mkdirSync(target, { recursive: true });
  for (const { name } of gates) {
    const isMade = Object.keys(made).some((path) => path.startsWith(`${name}/`));
    const findings = isMade ? findingsIn(join(own, name)) : found;
    const pictures = findings.flatMap((finding) => (finding.gate === name ? (pictureOf(finding) ?? []) : []));
    if (pictures[0] === undefined) throw new Error(`${name} found nothing to draw`);
    writeFileSync(join(target, `${name}.svg`), pictures[0]);
  }
} finally {
  rmSync(own, { recursive: true });
}
