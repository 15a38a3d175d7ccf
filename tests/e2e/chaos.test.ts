import { expect, test } from "vitest";
import { roundLine, strikesText } from "../../bench/chaos/chaos-text.js";
import { Random } from "../../bench/chaos/random.js";
import { calmRun, chaosRound, type RoundResult } from "../../bench/chaos/round.js";

const ROUNDS = 15;

// The short version of `npm run chaos -- --rounds 200`.
test.runIf(process.platform === "linux")(
  `${ROUNDS} campaigns struck at random moments: each ends with the points of a calm run, each once, and leaves no process`,
  async () => {
    const random = new Random(Date.now() >>> 0);
    const calm = await calmRun();
    expect(calm.points.length).toBeGreaterThanOrEqual(60);
    const results: RoundResult[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const result = await chaosRound(random, calm);
      results.push(result);
      process.stdout.write(roundLine(round, result, calm));
    }
    process.stdout.write(`${strikesText(results, calm)}seed ${random.seed}\n`);
    expect(results.flatMap(({ wrongs }) => wrongs)).toEqual([]);
  },
  600_000,
);
