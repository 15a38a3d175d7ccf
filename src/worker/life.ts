/** Where a worker stands. A worker is used for one attempt at a time and never comes back from `ending`. */
export type WorkerState = "starting" | "loading" | "idle" | "running" | "reclaiming" | "ending" | "dead";

/** What happens to a worker: reports that arrive, and what its parent decides. */
export type WorkerEvent = "ready" | "loaded" | "run" | "returned" | "attempt-over" | "end" | "exited";

const table: Readonly<Record<WorkerState, Partial<Record<WorkerEvent, WorkerState>>>> = {
  starting: { ready: "loading", end: "ending", exited: "dead" },
  loading: { loaded: "idle", end: "ending", exited: "dead" },
  idle: { run: "running", end: "ending", exited: "dead" },
  running: { returned: "reclaiming", end: "ending", exited: "dead" },
  reclaiming: { "attempt-over": "idle", end: "ending", exited: "dead" },
  ending: { end: "ending", exited: "dead" },
  dead: { end: "dead" },
};

/** The state after `event`, or `null` where the event cannot happen in `state` (a broken protocol). */
export function nextState(state: WorkerState, event: WorkerEvent): WorkerState | null {
  return table[state][event] ?? null;
}

/** One change of state. */
export interface Move {
  readonly from: WorkerState;
  readonly event: WorkerEvent;
  readonly to: WorkerState;
}

/** The life of one worker: the state that the table leads to, each change told once. */
export class WorkerLife {
  #state: WorkerState = "starting";

  constructor(private readonly tell: (move: Move) => void) {}

  get state(): WorkerState {
    return this.#state;
  }

  /** It is being ended or is gone: what it still says counts no more. */
  get isOver(): boolean {
    return this.#state === "ending" || this.#state === "dead";
  }

  /** Goes where `event` leads; `false`, and nothing changes, where it cannot happen now. */
  move(event: WorkerEvent): boolean {
    const from = this.#state;
    const to = nextState(from, event);
    if (to === null) return false;
    this.#state = to;
    if (to !== from) this.tell({ from, event, to });
    return true;
  }
}
