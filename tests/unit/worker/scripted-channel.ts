import { encodeMessage, parseCommand } from "../../../src/protocol/framing.js";
import { type Command, PROTOCOL_VERSION, type Report, type RunCommand } from "../../../src/protocol/messages.js";
import type { Exit } from "../../../src/worker/failure.js";
import type { WorkerChannel } from "../../../src/worker/worker-channel.js";

const v = PROTOCOL_VERSION;
const NO_MEMORY = {
  rssBytes: 1,
  privateBytes: 1,
  deviceAllocatedBytes: null,
  deviceReservedBytes: null,
  deviceFreeBytes: null,
  layersAlive: 0,
};
const end = { before: NO_MEMORY, memory: NO_MEMORY, durationMs: 1, automaticCollections: 0 };
const point = {
  series: [{ draw: 0, warmupNs: [], samplesNs: [1000], collectedDuring: [], achievedTokens: null }],
  method: { clock: "host" as const, cache: "warm" as const, iterationsPerSample: 1 },
  kernel: "k",
  router: null,
};

/** A worker that says and does what it is told: the seam by which every order of events can be tried. */
export class ScriptedChannel implements WorkerChannel {
  readonly pid = 4711;
  readonly exited: Promise<Exit>;
  readonly remarks: string[] = [];
  readonly log = { note: () => {}, remark: (text: string) => void this.remarks.push(text), tail: () => "last words" };
  readonly sent: Command[] = [];
  /** What a good worker would still say, in order. */
  #due: Report[] = [];
  #hasExited = false;
  #settle: (exit: Exit) => void = () => {};

  constructor(private readonly onData: (chunk: Buffer) => void) {
    this.exited = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  send(line: string): void {
    const command = parseCommand(line.trimEnd());
    this.sent.push(command);
    this.#due.push(...answersTo(command));
  }

  kill(): void {}

  terminate(): void {}

  async endsWithin(): Promise<void> {
    await this.exited;
  }

  /** Says what a good worker would say next. */
  proceed(): void {
    const report = this.#due.shift();
    if (report) this.say(report);
  }

  say(report: Report): void {
    this.write(encodeMessage(report));
  }

  /** Writes what need not be a message; a character a byte where that is asked for. */
  write(text: string, encoding: "utf8" | "latin1" = "utf8"): void {
    if (!this.#hasExited) this.onData(Buffer.from(text, encoding));
  }

  exit(exit: Exit): void {
    this.#hasExited = true;
    this.#settle(exit);
  }
}

function answersTo(command: Command): Report[] {
  switch (command.kind) {
    case "describe":
      return [{ v, kind: "ready", runtime: "scripted", pid: 1, callbacks: [] }];
    case "load":
      return [
        {
          v,
          kind: "loaded",
          versions: {},
          device: {},
          clock: { name: "c", resolutionNs: 1, costNs: 1 },
          memory: NO_MEMORY,
        },
      ];
    case "run":
      return answersToRun(command);
    case "drain":
    case "stop":
      return [];
  }
}

function answersToRun({ attempt, coordinates, policy }: RunCommand): Report[] {
  const points = coordinates.flatMap((place) => reportsOf(attempt, place));
  const reclaimed = reportOf(attempt, "reclaimed");
  return [...points, reportOf(attempt, "returned"), ...(policy.reclaim === "never" ? [] : [reclaimed])];
}

function reportsOf(attempt: string, coordinates: Record<string, number>): Report[] {
  return [
    { v, kind: "measuring", attempt, coordinates },
    { v, kind: "point", attempt, coordinates, point },
  ];
}

/** Kinds of report that belong to an attempt. */
export const attemptKinds = ["measuring", "point", "returned", "failed", "reclaimed"] as const;

/** A report of an attempt, at a moment of the caller's choice. */
export function reportOf(attempt: string, kind: (typeof attemptKinds)[number], tokens = 1): Report {
  const coordinates = { tokens };
  switch (kind) {
    case "measuring":
      return { v, kind, attempt, coordinates };
    case "point":
      return { v, kind, attempt, coordinates, point };
    case "returned":
      return { v, kind, attempt, drained: false, ...end };
    case "failed":
      return { v, kind, attempt, error: { type: "E", message: "m", stack: "", cause: null }, ...end };
    case "reclaimed":
      return {
        v,
        kind,
        attempt,
        memory: NO_MEMORY,
        collectedObjects: null,
        durationMs: 1,
        automaticCollections: 0,
        error: null,
      };
  }
}
