import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { type Running, startAssay, temporaryFolder } from "./assay.js";
import { campaignText } from "./callback-campaign.js";

/** A campaign that runs as far as a test lets it. */
export interface HeldCampaign {
  readonly directory: string;
  readonly run: Running;
  /** Lets it measure so many points in all. */
  readonly allow: (points: number) => void;
}

export interface HeldOptions {
  /** Of two points each. */
  readonly cases: number;
  /** Points that may be measured at once; default: all. */
  readonly points?: number;
  /** Whether the first case's callback prints something. */
  readonly prints?: boolean;
}

/** Starts a campaign whose points take a twentieth of a second, once they are allowed; ends it with the test. */
export async function startHeld({ cases, points = 2 * cases, prints = false }: HeldOptions): Promise<HeldCampaign> {
  const folder = temporaryFolder();
  const [file, allowed] = [join(folder, "campaign.yaml"), join(folder, "points")];
  const allow = (many: number) => writeFileSync(allowed, String(many));
  const callbacks = Array.from({ length: cases }, (_, index) =>
    prints && index === 0 ? "test/held-prints" : "test/held",
  );
  writeFileSync(file, campaignText({ module: "held", callbacks }));
  allow(points);
  const directory = join(folder, "campaign");
  const run = startAssay(["run", file, "--dir", directory], { environment: { ASSAY_TEST_POINTS: allowed } });
  onTestFinished(() => void run.child.kill("SIGKILL"));
  while (!existsSync(join(directory, "journal.jsonl"))) await pause(10);
  return { directory, run, allow };
}
