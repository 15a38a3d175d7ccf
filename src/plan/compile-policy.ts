import type { TimingPolicy } from "../measure/timing-policy.js";
import { bytesOf } from "./byte-size.js";
import type { CampaignFile } from "./campaign-schema.js";
import type { DeadlinePolicy, Policy } from "./plan.js";

/** A policy as people write it, from a campaign file. */
export type WrittenPolicy = CampaignFile["policy"];

/** Turns a written policy into one in which nothing is optional and sizes are bytes. */
export function compilePolicy(written: WrittenPolicy): Policy {
  const { timing, reclaim, memory, deadlines, retry, remeasure, qualify, qualification } = written;
  return {
    timing: compileTiming(timing),
    reclaim,
    memory: {
      budgetBytes: memory.budget === undefined ? null : bytesOf(memory.budget),
      reachableLimitBytes: bytesOf(memory.reachable_limit),
      failedLayerShare: memory.failed_layer_share,
    },
    deadlines: compileDeadlines(deadlines),
    retry,
    remeasure,
    qualification: { atStart: qualify, callbacks: qualification.callbacks, allowFlags: qualification.allow_flags },
  };
}

/** One time for all points bounds the building of the layer as well, unless that has its own. */
function compileDeadlines({ load, build, point, case: whole, ...rest }: WrittenPolicy["deadlines"]): DeadlinePolicy {
  return { load: load ?? null, build: build ?? point ?? null, point: point ?? null, case: whole ?? null, ...rest };
}

function compileTiming({ fixed, adaptive }: WrittenPolicy["timing"]): TimingPolicy {
  if (fixed) return { kind: "fixed", ...fixed };
  if (!adaptive) throw new Error("a timing policy is fixed or adaptive");
  return {
    kind: "adaptive",
    warmup: adaptive.warmup,
    minRuns: adaptive.min_runs,
    maxRuns: adaptive.max_runs,
    maxSeconds: adaptive.max_seconds,
    targetCi: adaptive.target_ci,
  };
}
