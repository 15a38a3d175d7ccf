import { deepEqual, match } from "node:assert/strict";
import type { MeasuredPoint, Memory } from "../../../src/protocol/facts.js";
import { PROTOCOL_VERSION, type ReclaimPolicy, type Report, type RunCommand } from "../../../src/protocol/messages.js";
import type { Callback } from "../../../src/runtimes/ort/callback.js";
import { CollectionWatch } from "../../../src/runtimes/ort/collection-watch.js";
import { Dispatcher, type DispatchParts } from "../../../src/runtimes/ort/dispatch.js";
import { LiveSweep } from "../../../src/runtimes/ort/live-sweep.js";

/** How an attempt is run: the real dispatcher, or one with a fault in it. */
export type Dispatch = (
  parts: DispatchParts,
  command: RunCommand,
  callback: Callback,
  sweep: LiveSweep,
) => Promise<void>;

export const realDispatch: Dispatch = (parts, command, callback, sweep) =>
  new Dispatcher(parts).run(command, callback, sweep);

/** What happened in an attempt, in order, and what was told. */
export interface Trace {
  readonly events: string[];
  readonly reports: Report[];
}

interface Attempt {
  readonly callback: Callback;
  readonly reclaim?: ReclaimPolicy;
  readonly collect?: () => void;
  readonly points?: number;
}

/** Runs an attempt and writes down each reading of the memory, collection, settling and report. */
export async function trace(
  dispatch: Dispatch,
  { callback, reclaim = "after-success", collect, points = 2 }: Attempt,
): Promise<Trace> {
  const events: string[] = [];
  const reports: Report[] = [];
  const send = (report: Report) => {
    events.push(report.kind);
    reports.push(report);
  };
  const parts: DispatchParts = {
    send,
    readMemory: () => {
      events.push("read memory");
      return memory;
    },
    collect: () => {
      events.push("collect");
      collect?.();
    },
    settle: () => Promise.resolve(void events.push("settle")),
    automatic: { restart: () => {}, count: () => 0 },
  };
  const command = commandOf(reclaim, points);
  const bench = { threads: 1, scratchDir: "nowhere", collections: new CollectionWatch() };
  await dispatch(parts, command, callback, new LiveSweep(command, bench, send));
  return { events, reports };
}

export const memory: Memory = {
  rssBytes: 1,
  privateBytes: 1,
  deviceAllocatedBytes: null,
  deviceReservedBytes: null,
  deviceFreeBytes: null,
  layersAlive: 0,
};

function commandOf(reclaim: ReclaimPolicy, points: number): RunCommand {
  return {
    v: PROTOCOL_VERSION,
    kind: "run",
    attempt: "attempt-1",
    callback: "moe",
    case: { op: "moe", hidden: 8 },
    coordinates: Array.from({ length: points }, (_, index) => ({ tokens: index + 1 })),
    policy: { timing: { kind: "fixed", warmup: 0, runs: 1 }, reclaim },
  };
}

const POINT: MeasuredPoint = {
  series: [{ draw: 0, warmupNs: [], samplesNs: [1], collectedDuring: [], achievedTokens: null }],
  method: { clock: "host", cache: "warm", iterationsPerSample: 1 },
  kernel: "none",
  router: null,
};

/** Measures its sweep. */
export const measures: Callback = async (_layerCase, sweep) => {
  for await (const _ of sweep) sweep.report(POINT);
};

class KernelFault extends Error {
  override readonly name = "KernelFault";
}

const reason = new RangeError("hidden is 8", { cause: "a guess" });
const fault = new KernelFault("no such shape", { cause: reason });

/** Measures its first point and raises at the second. */
export const raises: Callback = async (_layerCase, sweep) => {
  for await (const { tokens = 0 } of sweep) {
    if (tokens > 1) throw fault;
    sweep.report(POINT);
  }
};

const POINTS = ["measuring", "point", "measuring", "point"];
const RECLAIM = ["collect", "settle", "read memory", "reclaimed"];

const breaks = () => {
  throw new RangeError("the collection broke");
};

/** The callback contract of the design, section 5, a named check a clause. Each throws where it is broken. */
export const contract = {
  "one collection, after the return and before the last word": async (dispatch) => {
    const { events } = await trace(dispatch, { callback: measures });
    deepEqual(events, ["read memory", ...POINTS, "read memory", "returned", ...RECLAIM]);
  },
  "no collection on failure": async (dispatch) => {
    const { events } = await trace(dispatch, { callback: raises });
    deepEqual(events, ["read memory", "measuring", "point", "measuring", "read memory", "failed"]);
  },
  "the original error arrives": async (dispatch) => {
    const { reports } = await trace(dispatch, { callback: raises });
    const failed = reports.find((report) => report.kind === "failed");
    const guess = { type: "string", message: "a guess", stack: "", cause: null };
    const cause = { type: "RangeError", message: "hidden is 8", stack: reason.stack, cause: guess };
    deepEqual(failed?.error, { type: "KernelFault", message: "no such shape", stack: fault.stack, cause });
    match(fault.stack ?? "", /no such shape\n {4}at /);
  },
  "the callback is called once, with the case and the sweep alone": async (dispatch) => {
    const calls: unknown[][] = [];
    const callback: Callback = async (...args) => {
      calls.push(args.map((argument) => (argument instanceof LiveSweep ? "the sweep" : argument)));
      await measures(...args);
    };
    await trace(dispatch, { callback });
    deepEqual(calls, [[{ op: "moe", hidden: 8 }, "the sweep"]]);
  },
  "never: no collection and no word of one": async (dispatch) => {
    const { events } = await trace(dispatch, { callback: measures, reclaim: "never" });
    deepEqual(events, ["read memory", ...POINTS, "read memory", "returned"]);
  },
  "always: one collection after a failure too": async (dispatch) => {
    const { events } = await trace(dispatch, { callback: raises, reclaim: "always" });
    deepEqual(events.slice(-6), ["read memory", "failed", ...RECLAIM]);
  },
  "a collection that fails is told, and the return stands": async (dispatch) => {
    const { events, reports } = await trace(dispatch, { callback: measures, collect: breaks });
    deepEqual(events.slice(-6), ["read memory", "returned", ...RECLAIM]);
    const reclaimed = reports.find((report) => report.kind === "reclaimed");
    deepEqual([reclaimed?.error?.type, reclaimed?.error?.message], ["RangeError", "the collection broke"]);
  },
} satisfies Record<string, (dispatch: Dispatch) => Promise<void>>;
