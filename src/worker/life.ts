/** Where a worker stands. A worker is used for one attempt at a time and never comes back from `ending`. */
export type WorkerState = "starting" | "loading" | "idle" | "running" | "reclaiming" | "ending" | "dead";

/** What happens to a worker: reports that arrive, and what its parent decides. */
export type WorkerEvent =
  | "ready"
  | "loaded"
  | "run"
  | "returned"
  | "attempt-over"
  | "end"
  | "exited";

const table: Readonly<Record<WorkerState, Partial<Record<WorkerEvent, WorkerState>>>> = {
  starting: { ready: "loading", end: "ending", exited: "dead" },
  loading: { loaded: "idle", end: "ending", exited: "dead" },
  idle: { run: "running", end: "ending", exited: "dead" },
  running: { returned: "reclaiming", "attempt-over": "idle", end: "ending", exited: "dead" },
  reclaiming: { "attempt-over": "idle", end: "ending", exited: "dead" },
  ending: { end: "ending", exited: "dead" },
  dead: { end: "dead" },
};

/** The state after `event`, or `null` where the event cannot happen in `state` (a broken protocol). */
export function nextState(state: WorkerState, event: WorkerEvent): WorkerState | null {
  return table[state][event] ?? null;
}
