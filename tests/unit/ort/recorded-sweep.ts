import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { MeasuredPoint } from "../../../src/protocol/facts.js";
import { PROTOCOL_VERSION } from "../../../src/protocol/messages.js";
import { CollectionWatch } from "../../../src/runtimes/ort/collection-watch.js";
import { LiveSweep } from "../../../src/runtimes/ort/live-sweep.js";

/** A sweep over token counts of two samples each, and the points that were reported. */
export function recordedSweep(
  tokenCounts: readonly number[],
  scratchDir = scratchFolder(),
): { sweep: LiveSweep; points: MeasuredPoint[] } {
  const points: MeasuredPoint[] = [];
  const sweep = new LiveSweep(
    {
      v: PROTOCOL_VERSION,
      kind: "run",
      attempt: "attempt-1",
      callback: "moe",
      case: {},
      coordinates: tokenCounts.map((tokens) => ({ tokens })),
      policy: { timing: { kind: "fixed", warmup: 1, runs: 2 }, reclaim: "after-success" },
    },
    { threads: 1, scratchDir, collections: new CollectionWatch() },
    (report) => {
      if (report.kind === "point") points.push(report.point);
    },
  );
  return { sweep, points };
}

let shared: string | null = null;

/** One folder for all tests of this process, so that the weights are written once; gone when it ends. */
export function scratchFolder(): string {
  if (shared !== null) return shared;
  const folder = mkdtempSync(join(tmpdir(), "assay-ort-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  shared = folder;
  return folder;
}

/** An empty folder that is gone when the test is over. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "assay-ort-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
