import type { RunEvent } from "../../campaign/events.js";
import type { OutcomeRecord, PointRecord } from "../../ledger/records.js";
import { type CaseProgress, type CaseState, coordinatesId, progressOf } from "../../ledger/case-state.js";
import { type Counts, countsOf } from "../../ledger/counts.js";
import type { CampaignFold } from "../../ledger/fold.js";
import { summarise } from "../../measure/statistics.js";
import { durationText, latencyText } from "../quantities.js";

/** What one device is doing. */
interface DevicePicture {
  doing: string;
  last: string;
}

/** What a run looks like at this moment. */
export class RunPicture {
  readonly devices = new Map<string, DevicePicture>();
  readonly counts: { done: number; failed: number; left: number };
  readonly #startedMs = Date.now();
  /** `planned`: `null` where callbacks decide how many there are. */
  readonly #points: { readonly atStart: number; readonly planned: number | null };
  readonly #progress: Map<CaseState, CaseProgress>;
  #pointsDone: number;

  constructor(private readonly fold: CampaignFold) {
    const { cases, points }: Counts = countsOf(fold);
    this.counts = { done: cases.done, failed: cases.failed, left: cases.left };
    const isOpen = fold.plan?.cases.some(({ rows }) => rows !== undefined) ?? false;
    this.#points = { atStart: points.done, planned: isOpen ? null : points.planned };
    this.#pointsDone = points.done;
    this.#progress = new Map(fold.planned().map((state) => [state, progressOf(state)]));
    for (const { name } of fold.plan?.devices ?? []) this.devices.set(name, { doing: "waiting", last: "" });
  }

  apply(event: RunEvent): void {
    if (event.kind === "draining") return;
    const device = this.devices.get(event.device) ?? { doing: "", last: "" };
    switch (event.kind) {
      case "worker-starting":
        device.doing = `starting worker ${event.worker}`;
        break;
      case "worker-loaded":
        device.doing = "loaded";
        break;
      case "worker-ended":
        device.doing = event.record.failure ? `worker failed: ${event.record.failure.message}` : "idle";
        break;
      case "attempt-started":
        device.doing = event.arm === null ? event.case.name : `${event.case.name} [${event.arm}]`;
        device.last = "building";
        break;
      case "measuring":
        device.last = coordinatesId(event.coordinates);
        break;
      case "point":
        device.last = lastPoint(event.record);
        if (this.#isNew(event.record)) this.#pointsDone += 1;
        break;
      case "attempt-ended":
        this.#count(event.record);
        break;
      case "device-stopped":
        device.doing = `stopped: its worker died ${event.record.tries} times at start`;
        break;
    }
  }

  /** `points 12/48, cases 2 done, 1 failed, 3 left, 40 s left`. */
  summary(): string {
    const { done, failed, left } = this.counts;
    const remaining = this.#secondsLeft();
    return [
      `points ${this.#pointsDone}${this.#points.planned === null ? "" : `/${this.#points.planned}`}`,
      `cases ${done} done, ${failed} failed, ${left} left`,
      ...(remaining === null ? [] : [`about ${durationText(remaining)} left`]),
    ].join(" · ");
  }

  /** A point that was measured again is no more done than before. */
  #isNew({ case: key, arm, coordinates }: PointRecord): boolean {
    return this.fold.caseState(key, arm).points.get(coordinatesId(coordinates))?.timesMeasured === 1;
  }

  /** A case that is tried again may pass after it failed. */
  #count({ case: key, arm }: OutcomeRecord): void {
    const state = this.fold.caseState(key, arm);
    this.counts[countedAs(this.#progress.get(state))] -= 1;
    this.#progress.set(state, progressOf(state));
    this.counts[countedAs(this.#progress.get(state))] += 1;
  }

  #secondsLeft(): number | null {
    const measured = this.#pointsDone - this.#points.atStart;
    if (measured < 3 || this.#points.planned === null) return null;
    const secondsEach = (Date.now() - this.#startedMs) / 1000 / measured;
    return secondsEach * (this.#points.planned - this.#pointsDone);
  }
}

function countedAs(progress: CaseProgress | undefined): "done" | "failed" | "left" {
  return progress === "done" || progress === "failed" ? progress : "left";
}

function lastPoint({ coordinates, point }: PointRecord): string {
  const samples = point.series.flatMap(({ samplesNs }) => samplesNs);
  const { medianMs } = summarise(samples, point.method.iterationsPerSample);
  return `${coordinatesId(coordinates)} → ${latencyText(medianMs)}`;
}
