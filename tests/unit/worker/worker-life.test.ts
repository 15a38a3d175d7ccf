import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { PROTOCOL_VERSION } from "../../../src/protocol/messages.js";
import type { ReclaimPolicy } from "../../../src/protocol/messages.js";
import { nextState, type WorkerEvent, type WorkerState } from "../../../src/worker/life.js";
import type { AttemptEnd } from "../../../src/worker/worker.js";
import { Worker, WorkerStartFailed } from "../../../src/worker/worker.js";
import { attemptKinds, reportOf, ScriptedChannel } from "./scripted-channel.js";

// The real Worker, with its process replaced by a script: whatever is said, done, killed or late, in whatever order.

const LOAD_SECONDS = 10;
const POINT_SECONDS = 5;
const CASE_SECONDS = 60;
const places = [{ tokens: 1 }, { tokens: 2 }];

type Event =
  | { readonly do: "proceed"; readonly times: number }
  | { readonly do: "run"; readonly reclaim: ReclaimPolicy }
  | { readonly do: "drain" | "stop-worker" | "interrupt" | "end-of-run" }
  | {
      readonly do: "say";
      readonly kind: (typeof attemptKinds)[number];
      readonly attempt: "current" | "another";
      readonly tokens: number;
    }
  | { readonly do: "say-again"; readonly kind: "ready" | "alive" | "log" }
  | { readonly do: "garbage"; readonly bytes: string }
  | { readonly do: "wait"; readonly seconds: number }
  | { readonly do: "exit"; readonly code: number | null; readonly signal: string | null };

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant("proceed" as const), times: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("run" as const),
      reclaim: fc.constantFrom<ReclaimPolicy>("never", "after-success", "always"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom("drain" as const, "stop-worker" as const, "interrupt" as const, "end-of-run" as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("say" as const),
      kind: fc.constantFrom(...attemptKinds),
      attempt: fc.constantFrom("current" as const, "another" as const),
      tokens: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("say-again" as const),
      kind: fc.constantFrom("ready" as const, "alive" as const, "log" as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("garbage" as const),
      bytes: fc.constantFrom("{", "nonsense\n", '{"v":9}\n', "\xFF\n", '{"v":1,"kind":"point"}\n'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("wait" as const), seconds: fc.constantFrom(1, 4, 6, 70) }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Event>(
      { do: "exit", code: 0, signal: null },
      { do: "exit", code: 137, signal: null },
      { do: "exit", code: null, signal: "SIGKILL" },
    ),
  },
);

/** One attempt as its caller sees it. */
interface Attempt {
  readonly points: number[];
  readonly ends: AttemptEnd[];
  lateCalls: number;
}

/** A worker that is driven by events, and what is seen of it from outside. */
class Drive {
  readonly attempts: Attempt[] = [];
  readonly starts: ("loaded" | WorkerStartFailed)[] = [];
  readonly stop = new AbortController();
  readonly ending = new AbortController();
  channel: ScriptedChannel | null = null;
  #worker: Worker | null = null;

  constructor() {
    void this.#start();
  }

  async #start(): Promise<void> {
    const started = Worker.start({
      open: (onData) => (this.channel = new ScriptedChannel(onData)),
      device: { name: "d", threads: 1 },
      scratchDir: "",
      loadSeconds: LOAD_SECONDS,
      graceSeconds: 1,
      signals: { stop: this.stop.signal, ending: this.ending.signal },
    });
    try {
      this.#worker = await started;
      this.starts.push("loaded");
    } catch (error) {
      if (error instanceof WorkerStartFailed) this.starts.push(error);
    }
  }

  apply(event: Event): void {
    const { channel } = this;
    switch (event.do) {
      case "proceed":
        for (let time = 0; time < event.times; time += 1) channel?.proceed();
        return;
      case "run":
        return this.#run(event.reclaim);
      case "drain":
        return this.#worker?.drain();
      case "stop-worker":
        return void this.#worker?.stop();
      case "interrupt":
        return this.stop.abort();
      case "end-of-run":
        return this.ending.abort();
      case "say":
        return channel?.say(
          reportOf(event.attempt === "current" ? `a${this.attempts.length}` : "b", event.kind, event.tokens),
        );
      case "say-again":
        return channel?.write(
          `${JSON.stringify({ v: PROTOCOL_VERSION, kind: event.kind, ...saidAgain[event.kind] })}\n`,
        );
      case "garbage":
        return channel?.write(event.bytes, "latin1");
      case "wait":
        return void vi.advanceTimersByTime(event.seconds * 1000);
      case "exit":
        return channel?.exit(event);
    }
  }

  #run(reclaim: ReclaimPolicy): void {
    if (!this.#worker) return;
    const attempt: Attempt = { points: [], ends: [], lateCalls: 0 };
    this.attempts.push(attempt);
    const heard = (note: () => void) => {
      if (attempt.ends.length > 0) attempt.lateCalls += 1;
      note();
    };
    const command = { attempt: `a${this.attempts.length}`, callback: "c", case: {}, coordinates: places };
    const policy = { timing: { kind: "fixed" as const, warmup: 0, runs: 1 }, reclaim };
    void this.#worker
      .run(
        { ...command, policy },
        {
          listener: {
            measuring: () => heard(() => {}),
            point: ({ tokens }) => heard(() => attempt.points.push(tokens ?? 0)),
            row: () => null,
          },
          deadlines: { caseSeconds: CASE_SECONDS, pointSeconds: () => POINT_SECONDS },
        },
      )
      .then((end) => attempt.ends.push(end));
  }

  /** The changes of state, as the worker's log tells them. */
  moves(): { from: WorkerState; to: WorkerState; event: WorkerEvent }[] {
    return (this.channel?.remarks ?? []).flatMap((remark) => {
      const [, from, to, event] = / (\w+) → (\w+) \((\S+)\)$/.exec(remark) ?? [];
      return from === undefined
        ? []
        : [{ from, to, event } as { from: WorkerState; to: WorkerState; event: WorkerEvent }];
    });
  }
}

const saidAgain = {
  ready: { runtime: "scripted", pid: 1, callbacks: [] },
  alive: {},
  log: { level: "info", text: "t" },
};

const states: WorkerState[] = ["starting", "loading", "idle", "running", "reclaiming", "ending", "dead"];
const workerEvents: WorkerEvent[] = ["ready", "loaded", "run", "returned", "attempt-over", "end", "exited"];

/** Every change of state that the table knows. */
const changes = states.flatMap((state) =>
  workerEvents.filter((event) => ![null, state].includes(nextState(state, event))).map((event) => `${state} ${event}`),
);

async function settled(): Promise<void> {
  for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
}

beforeAll(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setImmediate"] }));
afterAll(() => void vi.useRealTimers());

test("whatever the order of events: the worker never leaves its table, and each case has exactly one outcome", async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 40 }), async (events) => {
      const drive = new Drive();
      for (const each of events) {
        drive.apply(each);
        await settled();
      }
      drive.channel?.exit({ code: null, signal: "SIGKILL" });
      await settled();

      let state: WorkerState = "starting";
      for (const move of drive.moves()) {
        expect(move.from).toBe(state);
        expect(nextState(move.from, move.event)).toBe(move.to);
        state = move.to;
        seen.add(`${move.from} ${move.event}`);
      }
      expect(state).toBe("dead");
      expect(drive.starts).toHaveLength(1);
      for (const attempt of drive.attempts) checkAttempt(attempt, seen);
    }),
    { numRuns: 5000 },
  );
  // The events were such that every change in the table came about, and every outcome that a script can have.
  expect(changes.filter((change) => !seen.has(change))).toEqual([]);
  expect(["passed", "failed", "interrupted"].filter((outcome) => !seen.has(outcome))).toEqual([]);
}, 120_000);

function checkAttempt({ points, ends, lateCalls }: Attempt, seen: Set<string>): void {
  expect(ends).toHaveLength(1);
  expect(lateCalls).toBe(0);
  expect(new Set(points).size).toBe(points.length);
  const [end] = ends;
  if (!end) return;
  seen.add(end.outcome);
  expect(end.failure !== null).toBe(end.outcome === "failed");
  if (end.outcome === "passed") expect(points.toSorted((left, right) => left - right)).toEqual([1, 2]);
  if (end.outcome === "interrupted") expect(end.workerFailure?.class).toBe("interrupted");
}
