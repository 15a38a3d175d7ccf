import { missingCoordinates } from "../../ledger/case-state.js";
import type { CampaignFold, Entry } from "../../ledger/fold.js";
import type { AttemptRecord } from "../../ledger/records.js";
import { caseId } from "../report/memory-data.js";
import type { DeviceNow, RunningAttempt } from "./messages.js";

interface Device {
  readonly worker: string | null;
  readonly attempt: { readonly record: AttemptRecord; done: number } | null;
  readonly givenUp: boolean;
  readonly since: string | null;
}

/** What each device of a campaign is doing, as far as its journal tells. */
export class DevicesNow {
  readonly #devices = new Map<string, Device>();

  apply(entry: Entry): void {
    const { kind, body, t: since } = entry;
    // Whatever an earlier run left is gone with its process.
    if (kind === "session") this.#devices.clear();
    else if (kind === "worker") this.#set(body.device, { worker: body.worker, since });
    else if (kind === "worker-end") this.#endWorker(body.device, body.worker, since);
    else if (kind === "attempt") this.#begin(body, since);
    else if (kind === "point") this.#holding(body.attempt, (attempt) => (attempt.done += 1));
    else if (kind === "outcome") this.#endAttempt(body.attempt, since);
    else if (kind === "device-stopped") this.#set(body.device, { givenUp: true, since });
  }

  /** The plan's devices in its order. */
  list(fold: CampaignFold): readonly DeviceNow[] {
    return (fold.plan?.devices ?? []).map(({ name }) => {
      const { worker, attempt, givenUp, since } = this.#devices.get(name) ?? noDevice();
      const doing = attempt
        ? "measuring"
        : givenUp
          ? "given up"
          : worker === null
            ? "without a worker"
            : "between cases";
      return {
        device: name,
        worker,
        doing,
        since,
        attempt: attempt && runningAttempt(fold, attempt.record, attempt.done),
      };
    });
  }

  #set(name: string, changes: Partial<Device>): void {
    this.#devices.set(name, { ...(this.#devices.get(name) ?? noDevice()), ...changes });
  }

  #begin(record: AttemptRecord, since: string): void {
    this.#set(record.device, { worker: record.worker, attempt: { record, done: 0 }, since });
  }

  #holding(attempt: string, act: (held: NonNullable<Device["attempt"]>, device: string) => void): void {
    for (const [name, device] of this.#devices) {
      if (device.attempt?.record.attempt === attempt) act(device.attempt, name);
    }
  }

  #endAttempt(attempt: string, since: string): void {
    this.#holding(attempt, (_, device) => this.#set(device, { attempt: null, since }));
  }

  /** In an experiment a device has a worker an arm: one may end while another goes on. */
  #endWorker(device: string, worker: string, since: string): void {
    if (this.#devices.get(device)?.worker === worker) this.#set(device, { worker: null, attempt: null, since });
  }
}

function noDevice(): Device {
  return { worker: null, attempt: null, givenUp: false, since: null };
}

function runningAttempt(fold: CampaignFold, record: AttemptRecord, done: number): RunningAttempt {
  const state = fold.caseState(record.case, record.arm);
  return {
    case: caseId(record.case, record.arm),
    name: `${state.planned?.name ?? record.case}${record.arm === null ? "" : ` [${record.arm}]`}`,
    done,
    of: record.points,
    next: missingCoordinates(state)[0] ?? null,
  };
}
