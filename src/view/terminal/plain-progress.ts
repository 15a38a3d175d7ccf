import type { RunEvent } from "../../campaign/events.js";
import type { WorkerEndRecord } from "../../ledger/records.js";
import { firstLine, stoppedDeviceText, withLastWords } from "./failures-text.js";
import type { RunPicture } from "./run-picture.js";

/** Writes a line when a worker starts or ends, and when a case does. */
export function plainProgress(picture: RunPicture, stream: NodeJS.WritableStream) {
  return {
    update: (event: RunEvent) => {
      const line = lineOf(event);
      if (line !== null) stream.write(`${line} · ${picture.summary()}\n`);
    },
    end: () => {},
  };
}

function lineOf(event: RunEvent): string | null {
  switch (event.kind) {
    case "worker-starting":
      return `${event.device}: starting worker ${event.worker}`;
    case "worker-ended":
      return `${event.device}: worker ${event.record.worker} ended: ${workerEnd(event.record)}`;
    case "attempt-ended": {
      const failure = event.record.failure
        ? ` (${event.record.failure.class}: ${firstLine(event.record.failure.message)})`
        : "";
      return `${event.device}: ${event.case.name} ${event.record.outcome}${failure}`;
    }
    case "device-stopped":
      return stoppedDeviceText(event.record);
    case "worker-loaded":
    case "attempt-started":
    case "measuring":
    case "point":
    case "draining":
      return null;
  }
}

function workerEnd({ failure, reason }: WorkerEndRecord): string {
  return failure ? withLastWords(failure) : reason;
}
