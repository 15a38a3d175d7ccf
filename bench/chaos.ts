// Faults at random moments: SIGKILL, SIGSEGV and SIGSTOP to orchestrator and workers, garbage on a worker's pipe, a full
// disk. After each round the campaign must be as if nothing had happened: the point keys of a calm run, each once, the
// journal whole, no process left. Run: npm run chaos -- [--rounds 200] [--seed 1]
import { parseArgs } from "node:util";
import { roundLine, strikesText } from "./chaos/chaos-text.js";
import { Random } from "./chaos/random.js";
import { calmRun, chaosRound, type RoundResult } from "./chaos/round.js";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "200" }, seed: { type: "string" } } });
const rounds = Number(values.rounds);
const random = new Random(values.seed === undefined ? Date.now() >>> 0 : Number(values.seed));

const calm = await calmRun();
process.stdout.write(
  `seed ${random.seed}; ${calm.points.length} points a campaign; a calm run takes ${(calm.ms / 1000).toFixed(1)} s\n`,
);
const results: RoundResult[] = [];
for (let round = 1; round <= rounds; round += 1) {
  const result = await chaosRound(random, calm);
  results.push(result);
  process.stdout.write(roundLine(round, result, calm));
}
const wrong = results.filter(({ wrongs }) => wrongs.length > 0).length;
process.stdout.write(`\n${strikesText(results, calm)}${rounds} rounds, ${wrong} wrong (seed ${random.seed})\n`);
process.exitCode = wrong === 0 ? 0 : 1;
