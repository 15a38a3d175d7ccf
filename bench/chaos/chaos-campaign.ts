import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Coordinates, pointKey } from "../../src/identity/keys.js";
import { readJournal } from "../../src/ledger/journal-reader.js";
import { type JournalRecord } from "../../src/ledger/journal-record.js";
import { recordKinds } from "../../src/ledger/records.js";

const main = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const callbacks = fileURLToPath(new URL("callbacks.mjs", import.meta.url));

/** No run may take longer, whatever happens to it: "always ends". */
const END_WITHIN_MS = 60_000;

const model = {
  model_type: "mixtral",
  hidden_size: 64,
  intermediate_size: 64,
  num_local_experts: 8,
  num_experts_per_tok: 2,
  hidden_act: "silu",
};

/** Two devices; 60 points that take some milliseconds each, and 12 of two real MoE layers. */
function campaignText(folder: string): string {
  const devices = ["a", "b"].map(
    (name) => `{name: ${name}, runtime: ort, callbacks: ${join(folder, "callbacks.mjs")}}`,
  );
  const driven = (first: number) =>
    `  - {op: moe, callback: chaos/driven, models: ./model.json, dtype: fp32, tokens: [1, 2, 4, 8, 16, 32],
     workload: {power_law: [${[0, 1, 2, 3, 4].map((index) => first + index).join(", ")}], draws: 1}}`;
  return `name: chaos
devices: [${devices.join(", ")}]
policy:
  timing: {fixed: {warmup: 0, runs: 2}}
  deadlines: {load: 10, build: 5, point: 1.5, grace: 0.3}
cases:
${driven(1)}
  - {op: moe, models: ./model.json, dtype: fp32, ep: [1, 2], tokens: [1, 2, 4, 8, 16, 32]}
${driven(6)}
`;
}

/** A started command. */
export interface Command {
  readonly child: ChildProcess;
  /** Resolves with its exit code, or the signal that ended it. @throws where it does not end in time */
  readonly ended: Promise<number | string>;
}

/** A campaign in a folder of its own, driven by the built command line. */
export class ChaosCampaign {
  readonly directory: string;

  constructor(readonly folder: string) {
    this.directory = join(folder, "campaign");
    mkdirSync(folder, { recursive: true });
    // In the folder itself, so that every process of the campaign names it in its command line.
    copyFileSync(callbacks, join(folder, "callbacks.mjs"));
    writeFileSync(join(folder, "model.json"), JSON.stringify(model));
    writeFileSync(join(folder, "chaos.yaml"), campaignText(folder));
  }

  run(): Command {
    return this.#start(["run", join(this.folder, "chaos.yaml"), "--dir", this.directory]);
  }

  retryFailed(): Command {
    return this.#start(["resume", this.directory, "--retry-failed"]);
  }

  /** How many points its journal holds; 0 where there is none yet. */
  pointsSoFar(): number {
    const journal = join(this.directory, "journal.jsonl");
    if (!existsSync(journal)) return 0;
    return readFileSync(journal, "utf8").split('"kind":"point"').length - 1;
  }

  /** All records, with framing and chain checked. @throws where the journal is not whole */
  async records(): Promise<JournalRecord[]> {
    const records: JournalRecord[] = [];
    const { torn } = await readJournal(join(this.directory, "journal.jsonl"), (record) => records.push(record), {
      kinds: recordKinds,
    });
    if (torn) throw new Error("the journal ends within a line");
    return records;
  }

  #start(args: readonly string[]): Command {
    const child = spawn(process.execPath, [main, ...args], {
      stdio: "ignore",
      env: { ...process.env, CHAOS_FOLDER: this.folder },
    });
    return { child, ended: endOf(child) };
  }
}

/** The keys of the points among some records, sorted; each as often as it was recorded. */
export function pointKeysOf(records: readonly JournalRecord[]): string[] {
  return records
    .filter(({ kind }) => kind === "point")
    .map((record) => pointKey(String(record["case"]), record["coordinates"] as Coordinates))
    .sort();
}

async function endOf(child: ChildProcess): Promise<number | string> {
  const over = new AbortController();
  const ended = new Promise<number | string>((resolve) => {
    child.once("exit", (code, signal) => {
      over.abort();
      resolve(code ?? signal ?? "nothing");
    });
  });
  const late = pause(END_WITHIN_MS, undefined, { signal: over.signal }).then(
    () => {
      child.kill("SIGKILL");
      throw new Error(`a command did not end within ${END_WITHIN_MS / 1000} s`);
    },
    () => ended,
  );
  return Promise.race([ended, late]);
}
