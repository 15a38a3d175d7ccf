import { type CaseWork, type ExpectedTime, expectedTime, type History, type Surroundings } from "./expected-time.js";
import { ortMemory } from "./ort-memory.js";
import type { Plan } from "./plan.js";

/** The devices of a plan as they are here, and what earlier campaigns measured. */
export interface EstimateOptions {
  readonly devices: readonly { readonly runtime: string; readonly cores: number }[];
  readonly history: History;
}

/** What one case is expected to need. */
export interface CaseEstimate {
  /** Weights of the layer as its runtime lays them out; `null` where a foreign callback decides that. */
  readonly memoryBytes: number | null;
  /** In all arms together. */
  readonly time: ExpectedTime;
}

/** What a campaign is expected to need. */
export interface PlanEstimate {
  /** By the case's key. */
  readonly cases: ReadonlyMap<string, CaseEstimate>;
  /** Files of weights in the scratch folder, which layers share. */
  readonly scratchBytes: number;
  readonly time: ExpectedTime;
}

/** Estimates memory, scratch and time of a plan. */
export function estimatePlan(plan: Plan, options: EstimateOptions): PlanEstimate {
  const scratch = new Map<string, number>();
  const cases = new Map<string, CaseEstimate>();
  for (const planned of plan.cases) {
    const memory = ortMemory(planned.case);
    for (const [file, bytes] of memory?.scratch ?? []) scratch.set(file, Math.max(scratch.get(file) ?? 0, bytes));
    const time = sumOf(planWork({ ...plan, cases: [planned] }).map((work) => caseTime(work, options)));
    cases.set(planned.key, { memoryBytes: memory?.bytes ?? null, time });
  }
  return {
    cases,
    scratchBytes: [...scratch.values()].reduce((sum, bytes) => sum + bytes, 0),
    time: elapsedTime(
      [...cases.values()].map(({ time }) => time),
      options,
    ),
  };
}

/** All work of a plan: its cases, once an arm. */
export function planWork({ cases, policy, arms }: Plan): CaseWork[] {
  const timings = (arms ?? [{ policy }]).map((arm) => arm.policy.timing);
  return timings.flatMap((timing) => cases.map((planned) => ({ planned, coordinates: planned.coordinates, timing })));
}

/** Time from the start of some work to its end, with all devices busy. */
export function workTime(works: readonly CaseWork[], options: EstimateOptions): ExpectedTime {
  return elapsedTime(
    works.map((work) => caseTime(work, options)),
    options,
  );
}

/** What is known of the place where cases of a runtime are measured; of devices that differ, the mean. */
export function surroundingsOf(runtime: string, { devices, history }: EstimateOptions): Surroundings {
  const cores = devices.filter((device) => device.runtime === runtime).map((device) => device.cores);
  const sum = cores.reduce((total, count) => total + count, 0);
  return { cores: cores.length === 0 ? 1 : sum / cores.length, history };
}

function caseTime(work: CaseWork, options: EstimateOptions): ExpectedTime {
  return expectedTime(work, surroundingsOf(work.planned.case.runtime, options));
}

/** Devices share the cases, and none is done before its longest one. */
function elapsedTime(times: readonly ExpectedTime[], { devices }: EstimateOptions): ExpectedTime {
  const sum = sumOf(times);
  if (sum.seconds === null) return sum;
  const longest = times.reduce((most, { seconds }) => Math.max(most, seconds ?? 0), 0);
  return { ...sum, seconds: Math.max(longest, sum.seconds / Math.max(1, devices.length)) };
}

function sumOf(times: readonly ExpectedTime[]): ExpectedTime {
  return times.reduce(
    (sum, time) => ({
      seconds: sum.seconds === null || time.seconds === null ? null : sum.seconds + time.seconds,
      points: sum.points + time.points,
      pointsFromLedger: sum.pointsFromLedger + time.pointsFromLedger,
    }),
    { seconds: 0, points: 0, pointsFromLedger: 0 },
  );
}
