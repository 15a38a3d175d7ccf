import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pointKey } from "../../src/identity/keys.js";
import type { Records } from "../../src/ledger/records.js";
import { type Ended, journalRecords, type StartOptions, startAssay, temporaryFolder } from "./assay.js";
import { callbackModule } from "./ort-worker.js";
import { moeOf } from "../fixtures/moe-of.js";

/** What each case does, by its number from 1 on; a case that is not there measures. See `callbacks/field.mjs`. */
export type Faults = Readonly<Record<string, string | Readonly<Record<string, unknown>>>>;

/** What a campaign of such cases is made of; each has a default. */
export interface FieldCampaignParts {
  /** How many cases there are. */
  readonly cases?: number;
  readonly tokens?: readonly number[];
  /** Further fields of the policy, as YAML. */
  readonly policy?: string;
  readonly devices?: string;
}

const field = callbackModule("field");

/** The text of a campaign whose cases are told apart by their workload: case n has the exponent n. */
export function fieldCampaign({
  cases = 5,
  tokens = [1, 2, 4],
  policy = "",
  devices,
}: FieldCampaignParts = {}): string {
  return campaignOf(
    Array.from({ length: cases }, (_, index) => index + 1),
    { tokens, policy, ...(devices === undefined ? {} : { devices }) },
  );
}

/** The same, of the cases with these numbers, in their order. */
export function campaignOf(
  numbers: readonly number[],
  {
    tokens = [1, 2, 4],
    policy = "",
    devices = `[{name: cpu0, runtime: ort, callbacks: ${field}}]`,
  }: Omit<FieldCampaignParts, "cases"> = {},
): string {
  return `devices: ${devices}
policy: {timing: {fixed: {warmup: 0, runs: 1}}${policy === "" ? "" : `, ${policy}`}}
cases:
  - op: moe
    callback: test/field
    models: mixtral-8x7b
    dtype: fp32
    tp: 8
    tokens: [${tokens.join(", ")}]
    workload: {power_law: [${numbers.join(", ")}], draws: 1}
`;
}

/** A record as the journal has it. */
export type Recorded<Kind extends keyof Records> = Records[Kind] & { readonly t: string; readonly n: number };

/** A campaign's folder, and what is done with it from the command line. */
export class FieldCampaign {
  readonly directory: string;
  readonly #file: string;

  constructor(text: string) {
    const folder = temporaryFolder();
    this.directory = join(folder, "campaign");
    this.#file = join(folder, "campaign.yaml");
    this.write(text);
  }

  /** Replaces the campaign file. */
  write(text: string): void {
    writeFileSync(this.#file, text);
  }

  run(faults: Faults = {}, ...options: string[]): Promise<Ended> {
    return this.start(faults, ...options).ended;
  }

  start(faults: Faults = {}, ...options: string[]) {
    return startAssay(["run", this.#file, "--dir", this.directory, ...options], environmentOf(faults));
  }

  resume(faults: Faults = {}, ...options: string[]): Promise<Ended> {
    return startAssay(["resume", this.directory, ...options], environmentOf(faults)).ended;
  }

  records<Kind extends keyof Records>(kind: Kind): Recorded<Kind>[] {
    return journalRecords(this.directory).filter((record) => record.kind === kind) as unknown as Recorded<Kind>[];
  }

  /** `[number, outcome, class]` of each attempt, in the order of their ends. */
  outcomes(): [number, string, string | undefined][] {
    return this.records("outcome").map(({ case: key, outcome, failure }) => [
      this.#number(key),
      outcome,
      failure?.class,
    ]);
  }

  /** How many records each point has, by `number/tokens`. */
  pointCounts(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { case: key, coordinates } of this.records("point")) {
      const place = `${this.#number(key)}/${coordinates["tokens"]}`;
      counts[place] = (counts[place] ?? 0) + 1;
    }
    return counts;
  }

  pointKeys(): string[] {
    return this.records("point").map(({ case: key, coordinates }) => pointKey(key, coordinates));
  }

  workerPids(): number[] {
    return this.records("worker").map(({ pid }) => pid);
  }

  /** The keys of the planned cases, in order. */
  keys(): string[] {
    return (
      this.records("plan")
        .at(-1)
        ?.plan.cases.map(({ key }) => key) ?? []
    );
  }

  /** What a worker printed, and what was noted beside it. */
  log(worker: string): string {
    return readFileSync(join(this.directory, "logs", `${worker}.log`), "utf8");
  }

  logs(): string {
    return readdirSync(join(this.directory, "logs"))
      .map((name) => readFileSync(join(this.directory, "logs", name), "utf8"))
      .join("");
  }

  #number(key: string): number {
    const planned = this.records("plan")
      .flatMap(({ plan }) => plan.cases)
      .find((candidate) => candidate.key === key);
    const { workload } = moeOf(planned?.case);
    return workload.distribution === "power_law" ? workload.alpha : 0;
  }
}

function environmentOf(faults: Faults): StartOptions {
  return { environment: { FIELD_FAULTS: JSON.stringify(faults) } };
}

/** Every point of so many cases, once. */
export function eachOnce(cases: number, tokens: readonly number[] = [1, 2, 4]): Record<string, number> {
  return Object.fromEntries(
    Array.from({ length: cases }, (_, index) => tokens.map((count) => [`${index + 1}/${count}`, 1] as const)).flat(),
  );
}

/** Milliseconds between two records. */
export function msBetween(earlier: { readonly t: string }, later: { readonly t: string }): number {
  return Date.parse(later.t) - Date.parse(earlier.t);
}
