// `npm run test:interop`: proves against the programs themselves that our tables are theirs.
//   1. a campaign's MoE points, exported in the aic layout, come back from aiconfigurator: each point exactly, the middle
//      of each pair of neighbours as their linear blend
//   2. what pyarrow writes in its many ways is read by our decoder, cell by cell, and pyarrow reads what we write
// With `-- --campaign DIR [--system NAME] [--as FROM=TO]…` the first proof is done with that campaign.
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
const { cellAt } = await import("../../dist/tables/table.js");

const { values } = parseArgs({
  options: {
    campaign: { type: "string" },
    system: { type: "string", default: "interop" },
    as: { type: "string", multiple: true, default: [] },
  },
});

const campaignFile = `name: interop
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
  check("aiconfigurator answers every measured point exactly and every middle as the linear blend", askAiconfigurator);
  check("pyarrow reads what Assay writes, with its types and its facts", readByPyarrow);
  check("what pyarrow writes in its many ways is read cell by cell", readOfPyarrow);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`\n${result.passed} passed, ${result.failed} failed\n`);
process.exitCode = result.failed === 0 ? 0 : 1;

function askAiconfigurator() {
  const campaign = values.campaign ?? measured();
  const names = values.campaign ? values.as : ["fp32=bfloat16", "int4=int4_wo", "onnxruntime=vllm"];
  const root = join(folder, "root");
  const as = names.flatMap((name) => ["--as", name]);
  const exported = assay(
    "export",
    campaign,
    "--to",
    root,
    "--layout",
    "aic",
    "--system",
    values.system,
    ...as,
    "--json",
  );
  for (const { path, rows } of JSON.parse(exported).files.filter((file) => file.rows !== null)) {
    const backend = path.split("/").at(-3);
    const answers = JSON.parse(run(python, [join(here, "ask_aiconfigurator.py"), root, values.system, backend, path]));
    if (answers.points !== rows) throw new Error(`${answers.points} points were asked of ${rows}`);
    if (answers.wrong.length > 0) throw new Error(JSON.stringify(answers.wrong.slice(0, 3)));
    process.stdout.write(`  ${backend}: ${answers.points} points exact, ${answers.middles} middles blended\n`);
  }
}

function measured() {
  const directory = join(folder, "campaign");
  const file = join(folder, "campaign.yaml");
  writeFileSync(file, campaignFile);
  if (!existsSync(directory)) assay("run", file, "--dir", directory);
  return directory;
}

function readByPyarrow() {
  const [file] = JSON.parse(assay("export", measured(), "--to", join(folder, "library"), "--json")).files;
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
