import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { assay, type Ended, journalRecords, startAssay, temporaryFolder } from "./assay.js";

/** A layer whose latency does not depend on the machine: so many ms a token, nine samples within 1 %. */
const layerModule = `export const samplesNs = (tokens, factor) =>
  [0, 4, -2, 1, 3, -4, 2, -1, -3].map((step) => Math.round(1e6 * tokens * factor * (1 + step / 1000)));
`;

/** Its callback; \`factor\` scales what it reports. */
function callbackModule(factor: number): string {
  return `import { setTimeout as pause } from "node:timers/promises";
import { samplesNs } from "./layer.mjs";

const steady = async (_layerCase, sweep) => {
  for await (const { tokens } of sweep) {
    await pause(Number(process.env.STEADY_MS ?? 0));
    const series = { draw: 0, warmupNs: [], samplesNs: samplesNs(tokens, ${factor}), collectedDuring: [], achievedTokens: null };
    sweep.report({ series: [series], method: { clock: "host", cache: "warm", iterationsPerSample: 1 }, kernel: "test/steady", router: null });
  }
};

export const callbacks = { "test/steady": steady };
`;
}

/** What a campaign of steady layers is made of. */
export interface SteadyParts {
  readonly cases?: number;
  readonly tokens?: readonly number[];
  /** Further fields of the policy, and of the file, as YAML. */
  readonly policy?: string;
  readonly more?: string;
}

/** A campaign whose numbers the test decides, and the module of its callback, which can be changed. */
export class SteadyCampaign {
  readonly folder = temporaryFolder();
  readonly directory = join(this.folder, "campaign");
  readonly file = join(this.folder, "campaign.yaml");
  readonly journal = join(this.directory, "journal.jsonl");
  readonly module = join(this.folder, "steady.mjs");

  constructor(parts: SteadyParts = {}) {
    writeFileSync(join(this.folder, "layer.mjs"), layerModule);
    this.change(1);
    this.write(parts);
  }

  /** Makes the callback report so many times as much. */
  change(factor: number): void {
    writeFileSync(this.module, callbackModule(factor));
  }

  /** Replaces the campaign file. */
  write({ cases = 6, tokens = [1, 2, 4], policy = "", more = "" }: SteadyParts): void {
    const workloads = Array.from({ length: cases }, (_, index) => `{power_law: 1.${index + 1}, draws: 1}`);
    writeFileSync(
      this.file,
      `devices: [{name: cpu0, runtime: ort, callbacks: steady.mjs}]
policy: {timing: {fixed: {warmup: 0, runs: 9}}${policy === "" ? "" : `, ${policy}`}}
${more}
cases:
  - {op: moe, callback: test/steady, models: qwen3-30b-a3b, dtype: fp32, ep: 64, tokens: [${tokens.join(", ")}], workload: [${workloads.join(", ")}]}
`,
    );
  }

  run(...options: readonly string[]): Promise<Ended> {
    return assay("run", this.file, "--dir", this.directory, ...options);
  }

  /** A command on the campaign's folder. */
  assay(command: string, ...options: readonly string[]): Promise<Ended> {
    return assay(command, this.directory, ...options);
  }

  /** The answer of a command with `--json`. */
  async answer<T>(command: string, ...options: readonly string[]): Promise<T> {
    const { stdout, stderr, exitCode } = await this.assay(command, ...options, "--json");
    if (stdout === "") throw new Error(`assay ${command} ended with ${exitCode}: ${stderr}`);
    return JSON.parse(stdout) as T;
  }

  /** Runs it, and ends the run once so many points are durable. */
  async runUntil(points: number, signal: NodeJS.Signals = "SIGTERM"): Promise<Ended> {
    const running = startAssay(["run", this.file, "--dir", this.directory], { environment: { STEADY_MS: "60" } });
    while (this.count("point") < points && running.child.exitCode === null) await pause(10);
    running.child.kill(signal);
    return running.ended;
  }

  count(kind: string): number {
    try {
      return journalRecords(this.directory).filter((record) => record.kind === kind).length;
    } catch {
      return 0;
    }
  }

  /** Counts of points as \`status\` tells them. */
  async points(): Promise<Record<string, number>> {
    return (await this.answer<{ points: Record<string, number> }>("status")).points;
  }

  /** The journal's bytes. */
  bytes(): Buffer {
    return readFileSync(this.journal);
  }
}
