import type { Coordinates } from "../identity/keys.js";
import type { Flag } from "../measure/flags.js";
import type { TimingPolicy } from "../measure/timing-policy.js";
import type { RowReading } from "../ops/foreign/row.js";
import type { LayerCase } from "../ops/layer-case.js";
import type { ReclaimPolicy } from "../protocol/messages.js";
import type { DeviceSpec } from "./campaign-schema.js";
import type { FailureClass } from "./failure-class.js";

/** What memory a worker may use, and when it is replaced because of it. */
export interface MemoryPolicy {
  /** Over the worker's size after load; `null`: no limit. */
  readonly budgetBytes: number | null;
  /** Growth after collections, since load, past which the worker is replaced. */
  readonly reachableLimitBytes: number;
  /** After a failure: a layer of which more than this share of its weights is still there has stayed. */
  readonly failedLayerShare: number;
}

/** When a worker is given up, in seconds. Where one is `null` it is learned. */
export interface DeadlinePolicy {
  /** From its start until it has loaded. */
  readonly load: number | null;
  /** From the start of an attempt until its first point begins. */
  readonly build: number | null;
  /** From one sign of progress of a sweep to the next. */
  readonly point: number | null;
  /** The whole of an attempt; `null`: its points alone are bounded. */
  readonly case: number | null;
  /** A learned deadline is so many times the expected time, … */
  readonly factor: number;
  /** … and at least so many seconds. */
  readonly floor: number;
  /** Between TERM and KILL. */
  readonly grace: number;
}

/** What a qualification runs, and what it lets pass. */
export interface QualificationPolicy {
  /** A campaign begins with one, and goes on once it has passed. */
  readonly atStart: boolean;
  /** Full sweeps, one after the other in one fresh worker. */
  readonly callbacks: number;
  /** Flags that a point may have; any other fails the qualification. */
  readonly allowFlags: readonly Flag[];
}

/** What must be here, or the campaign does not start. Facts go by the names under which workers report them. */
export interface Pins {
  readonly source?: {
    /** Beginning of a git commit. */
    readonly commit?: string;
    /** Beginning of a closure's hash. */
    readonly closure?: string;
    readonly approvedBy: string;
  };
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly device?: Readonly<Record<string, string | number>>;
}

/** An earlier campaign whose place this one takes: its seal, and its folder. */
export interface Supersedes {
  readonly seal: string;
  readonly campaign: string;
}

/** How cases are measured and workers kept; never part of a key. */
export interface Policy {
  readonly timing: TimingPolicy;
  readonly reclaim: ReclaimPolicy;
  readonly memory: MemoryPolicy;
  readonly deadlines: DeadlinePolicy;
  /** How often a case that failed so is tried again within one run; a class that is not there: not at all. */
  readonly retry: Readonly<Partial<Record<FailureClass, number>>>;
  /** How often a point with such a flag is measured again of itself; then it is called unsteady. */
  readonly remeasure: Readonly<Partial<Record<Flag, number>>>;
  /** Left out by journals from before there were qualifications. */
  readonly qualification?: QualificationPolicy;
}

/** One case of a plan, and where it is measured. */
export interface PlannedCase {
  readonly key: string;
  /** Readable name, e.g. `moe mixtral-8x7b fp32 tp8 balanced`. */
  readonly name: string;
  /** All models whose layer this is. */
  readonly models: readonly string[];
  readonly case: LayerCase;
  /** Empty where `rows` is there. */
  readonly coordinates: readonly Coordinates[];
  /** Present where the callback itself decides its points: how the rows that it writes are read. */
  readonly rows?: RowReading;
  /** Weights of the layer as built (one rank), in bytes; 0 where a foreign callback builds it and nobody said. */
  readonly weightBytes: number;
}

/** Cases that were asked for and cannot be measured, by their common reason. */
export interface Refusal {
  /** The rule that they break, e.g. `ep divides experts`; `reason` is its sentence with their sizes. */
  readonly rule: string;
  readonly reason: string;
  readonly count: number;
  /** Up to three of them, as `model dtype tp ep`. */
  readonly examples: readonly string[];
}

/** Python code that ran while the plan was made: a getter of foreign cases. */
export interface GetterRun {
  /** `package.module:function` */
  readonly getter: string;
  /** The file of its module. */
  readonly file: string;
  /** The interpreter that ran it, and its version. */
  readonly python: string;
  readonly version: string;
  /** The environment that the interpreter belongs to; `null`: a program that the campaign file names. */
  readonly environment: string | null;
  /** How many cases it gave. */
  readonly cases: number;
}

/** How the arms of a paired experiment are run and compared. */
export interface Experiment {
  /** The field of the policy that the arms vary, e.g. `reclaim`. */
  readonly vary: string;
  /** `interleaved`: each case in all arms before the next case; `arm-after-arm`: all cases of an arm first. */
  readonly order: "interleaved" | "arm-after-arm";
  /** Latencies within this relative margin are equivalent. */
  readonly margin: number;
  /** How often every side is measured; left out: once. */
  readonly rounds?: number;
}

/** One side of a paired experiment, in one round of it: the campaign's policy with some fields changed. */
export interface Arm {
  /** Its own among all arms, e.g. `reclaim=never`, or `reclaim=never round 2`. */
  readonly name: string;
  readonly policy: Policy;
  /** Present where there are several rounds, e.g. `reclaim=never`. */
  readonly side?: string;
  /** Present where there are several, from 1. */
  readonly round?: number;
}

/** What a campaign is to measure, in order. */
export interface Plan {
  readonly name: string;
  readonly devices: readonly DeviceSpec[];
  readonly policy: Policy;
  readonly cases: readonly PlannedCase[];
  readonly refusals: readonly Refusal[];
  /** Present where cases come from getters. */
  readonly getters?: readonly GetterRun[];
  /** Present where the campaign file pins something. */
  readonly pins?: Pins;
  readonly supersedes?: Supersedes;
  /** Present in a paired experiment: each case is measured once an arm, in a worker of that arm. */
  readonly arms?: readonly Arm[];
  readonly experiment?: Experiment;
}
