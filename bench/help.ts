// What `assay --help` costs beside an empty Node: medians of ten runs each, taken in turn. Run: npm run bench:help
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { median } from "simple-statistics";

const main = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const commands = { "node -e 0": ["-e", "0"], "assay --help": [main, "--help"] };
const times = new Map<string, number[]>(Object.keys(commands).map((name) => [name, []]));

for (let round = 0; round < 10; round += 1) {
  for (const [name, args] of Object.entries(commands)) {
    const start = performance.now();
    spawnSync(process.execPath, args, { stdio: "ignore" });
    times.get(name)?.push(performance.now() - start);
  }
}

const [node = 0, help = 0] = [...times.values()].map((runs) => median(runs));
process.stdout.write(
  `node -e 0: ${node.toFixed(1)} ms; assay --help: ${help.toFixed(1)} ms; ratio ${(help / node).toFixed(2)}\n`,
);
