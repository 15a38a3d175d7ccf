import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import type {
  AttemptRecord,
  OutcomeRecord,
  PointRecord,
  WorkerEndRecord,
  WorkerRecord,
} from "../../src/ledger/records.js";
import type { Plan } from "../../src/plan/plan.js";
import { planCampaign } from "../../src/plan/plan-campaign.js";
import { type Ended, journalRecords, type Running, startAssay } from "../e2e/assay.js";

/** The campaign that ships. */
export const shippedCampaign = fileURLToPath(new URL("../../campaigns/vllm-cpu-moe.yaml", import.meta.url));

interface Records {
  readonly attempt: AttemptRecord;
  readonly point: PointRecord;
  readonly outcome: OutcomeRecord;
  readonly worker: WorkerRecord;
  readonly "worker-end": WorkerEndRecord;
}

/** A path in the folder of temporary files that nothing has yet. */
export function newPath(): string {
  return join(tmpdir(), `assay-vllm-${randomUUID()}`);
}

/** A campaign in a folder that is made when it is run, and gone after the file's tests. */
export class CampaignFolder {
  readonly #folder = newPath();
  readonly #text: string;
  readonly directory = join(this.#folder, "campaign");
  readonly file: string;

  /** `campaign`: the path of a file, or what such a file says. */
  constructor(campaign: string | object) {
    this.file = typeof campaign === "string" ? campaign : join(this.#folder, "campaign.yaml");
    this.#text = typeof campaign === "string" ? readFileSync(campaign, "utf8") : JSON.stringify(campaign);
    afterAll(() => rmSync(this.#folder, { recursive: true, force: true }));
  }

  get plan(): Plan {
    return planCampaign(this.#text, this.file);
  }

  start(): Running {
    mkdirSync(this.#folder, { recursive: true });
    if (!existsSync(this.file)) writeFileSync(this.file, this.#text);
    return startAssay(["run", this.file, "--dir", this.directory]);
  }

  run(): Promise<Ended> {
    return this.start().ended;
  }

  /** The journal's records of a kind, in their order. */
  records<Kind extends keyof Records>(kind: Kind): Records[Kind][] {
    return journalRecords(this.directory)
      .filter((record) => record.kind === kind)
      .map((record) => record as unknown as Records[Kind]);
  }

  /** The name of a case by its key. */
  nameOf(key: string): string {
    return this.plan.cases.find((planned) => planned.key === key)?.name ?? key;
  }

  /** What a worker printed. */
  log(worker: string): string {
    return readFileSync(join(this.directory, "logs", `${worker}.log`), "utf8");
  }
}
