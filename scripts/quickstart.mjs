// `npm run quickstart`: measures real MoE layers on this machine's CPU and writes a report.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build, install, root } from "./install.mjs";

install();
build();

const assay = join(root, "dist", "cli", "main.js");
const directory = join(root, "quickstart");
const run = (...args) => spawnSync(process.execPath, [assay, ...args], { cwd: root, stdio: "inherit" }).status ?? 1;

const measured = run("run", "campaigns/quickstart.yaml", "--dir", directory);
const reported = run("report", directory, "-o", join(directory, "report.html"));
process.exit(measured || reported);
