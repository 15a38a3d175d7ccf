import { wantsMore } from "../../measure/stopping-rule.js";
import type { TimingPolicy } from "../../measure/timing-policy.js";
import type { Method, Series } from "../../protocol/facts.js";
import type { CollectionWatch, Window } from "./collection-watch.js";

/** How this runtime takes its samples: on the host's clock, one run a sample, the caches as the run before left them. */
export const HOST_METHOD: Method = { clock: "host", cache: "warm", iterationsPerSample: 1 };

export type TimedSamples = Pick<Series, "warmupNs" | "samplesNs" | "collectedDuring">;

/** Times `run` as the policy says, one sample after the other; nothing else happens in between. */
export async function takeSamples(
  run: () => Promise<unknown>,
  policy: TimingPolicy,
  collections: CollectionWatch,
): Promise<TimedSamples> {
  const warmup: Window[] = [];
  while (warmup.length < policy.warmup) warmup.push(await timed(run));
  const samples: Window[] = [];
  const samplesNs: number[] = [];
  const began = process.hrtime.bigint();
  while (wantsMore(policy, samplesNs, Number(process.hrtime.bigint() - began))) {
    const sample = await timed(run);
    samples.push(sample);
    samplesNs.push(sample.durationNs);
  }
  const warmupNs = warmup.map(({ durationNs }) => durationNs);
  return { warmupNs, samplesNs, collectedDuring: await collections.takeDuring(samples) };
}

async function timed(run: () => Promise<unknown>): Promise<Window> {
  const start = process.hrtime.bigint();
  await run();
  const durationNs = Number(process.hrtime.bigint() - start);
  return { startNs: Number(start), durationNs };
}
