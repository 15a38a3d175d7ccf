import type { Coordinates } from "../identity/keys.js";
import type {
  DeviceStoppedRecord,
  OutcomeRecord,
  PointRecord,
  WorkerEndRecord,
  WorkerRecord,
} from "../ledger/records.js";
import type { PlannedCase } from "../plan/plan.js";

/** What a run tells those who look at it. Points and outcomes are told once they are durable. */
export type RunEvent =
  | { readonly kind: "worker-starting"; readonly device: string; readonly worker: string }
  | { readonly kind: "worker-loaded"; readonly device: string; readonly record: WorkerRecord }
  | { readonly kind: "worker-ended"; readonly device: string; readonly record: WorkerEndRecord }
  | {
      readonly kind: "attempt-started";
      readonly device: string;
      readonly case: PlannedCase;
      readonly arm: string | null;
      readonly points: number;
    }
  | { readonly kind: "measuring"; readonly device: string; readonly coordinates: Coordinates }
  | { readonly kind: "point"; readonly device: string; readonly record: PointRecord }
  | {
      readonly kind: "attempt-ended";
      readonly device: string;
      readonly case: PlannedCase;
      readonly record: OutcomeRecord;
    }
  | { readonly kind: "device-stopped"; readonly device: string; readonly record: DeviceStoppedRecord }
  | { readonly kind: "draining" };

/** Somebody who looks at a run, e.g. the terminal. It must not throw. */
export type RunListener = (event: RunEvent) => void;
