import type { WorkerRecord } from "./records.js";

/** What a point was measured with. `null` where an Assay of old did not record it. */
export interface Origin {
  readonly runtime: string;
  readonly device: string;
  readonly closure: string | null;
  readonly environment: string | null;
  /** Tells origins apart by what a point's number depends on: closure and environment. */
  readonly id: string;
}

/** The origin of all that a worker measures. */
export function originOf({
  runtime,
  device,
  provenance,
}: Pick<WorkerRecord, "runtime" | "device" | "provenance">): Origin {
  const { closure = null, environment = null } = provenance ?? {};
  return { runtime, device, closure, environment, id: `${closure} ${environment}` };
}

/** The origin of points whose worker the journal does not know. */
export const UNKNOWN_ORIGIN: Origin = { runtime: "", device: "", closure: null, environment: null, id: "null null" };
