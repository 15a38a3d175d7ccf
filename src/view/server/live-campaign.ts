import { basename } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { experimentResult } from "../../experiment/result.js";
import { countsOf } from "../../ledger/counts.js";
import { demonstrationsOf } from "../../ledger/publication.js";
import type { RecordKind } from "../../ledger/records.js";
import { workerMemories } from "../../ledger/worker-memory.js";
import type { ReportData } from "../report/data.js";
import { reportedFailures } from "../report/failure-data.js";
import { reportHistory } from "../report/history.js";
import { reportMemory } from "../report/memory-data.js";
import { campaignCheck } from "../report/campaign-check.js";
import { provenanceFacts } from "../report/provenance-facts.js";
import { callbackSeconds } from "../report/report-data.js";
import { reportStanding, type ReportStanding } from "../report/standing.js";
import { CampaignFollower } from "./campaign-follower.js";
import { CaseList } from "./case-list.js";
import { DevicesNow } from "./devices-now.js";
import type { LiveState } from "./messages.js";
import { PageSection } from "./page-section.js";
import { plainFile } from "./plain-file.js";
import { RecentPoints } from "./recent-points.js";
import { RunPace } from "./run-pace.js";
import { runState } from "./run-state.js";

export interface LiveCampaignOptions {
  /** The campaign's folder as commands are to name it. */
  readonly directory: string;
  /** The same folder with every link followed. */
  readonly folder: string;
  readonly journal: string;
}

/** Records that change what points stand on and what they may be used for, or how many there are. */
const decisive: readonly RecordKind[] = [
  "plan",
  "session",
  "session-end",
  "worker",
  "outcome",
  "closure",
  "environment",
  "qualification",
  "adoption",
  "supersedes",
  "superseded",
];

/** Points of a campaign whose check is shown as it goes on. */
const MOST_CHECKED = 20_000;

/** A campaign as it goes on: a fold of its journal, and of that fold the parts that a page shows. */
export class LiveCampaign {
  readonly follower: CampaignFollower;
  readonly cases = new CaseList();
  readonly sections: readonly PageSection[];
  readonly #devices = new DevicesNow();
  readonly #pace = new RunPace();
  readonly #recent = new RecentPoints();
  /** Record with which the last plan came: pages that are older begin anew. */
  plannedAt = 0;
  /** The records that all parts stand on. */
  n = 0;
  /** Counts the changes of what no record tells: whether the run goes on, and what is wrong with the journal. */
  stateRevision = 0;
  #run: LiveState["run"] = "ended";
  /** Points that a run would still measure: those of failed cases are left alone. */
  #pointsLeft = 0;
  #problem: Error | null = null;
  #knownStanding: { readonly n: number; readonly standing: ReportStanding } | null = null;

  constructor(readonly options: LiveCampaignOptions) {
    this.follower = new CampaignFollower(options.journal);
    this.sections = this.#sections();
  }

  /** What is wrong with the journal, which must then be read again from its beginning. */
  get problem(): Error | null {
    return this.#problem;
  }

  /** Whether there is more of the journal to be read at once. */
  get isReading(): boolean {
    return this.#problem === null && this.follower.readShare < 1;
  }

  /**
   * Reads on, a part of a large journal at a time, and works out what follows. What is wrong with the journal becomes a
   * part of the picture.
   */
  async refresh(): Promise<void> {
    const wasReading = this.isReading;
    try {
      plainFile(this.options.folder, basename(this.options.journal));
      const touched = await this.follower.readOn((entry) => {
        this.#devices.apply(entry);
        this.#pace.apply(entry);
        this.#recent.apply(entry);
        for (const section of this.sections) section.touch(entry);
        if (entry.kind === "plan") this.plannedAt = entry.n;
      });
      this.n = this.follower.position.n;
      this.cases.update(this.follower.fold, touched, this.n);
      for (const section of this.sections) {
        if (wasReading && !this.isReading) section.expire();
        section.refresh();
        // A browser that asks for the page meanwhile does not wait for all of them.
        await nextTurn();
      }
    } catch (error) {
      this.#problem = error instanceof Error ? error : new Error(String(error));
      this.stateRevision += 1;
    }
    this.checkRun();
  }

  /** Looks whether the run still goes on. */
  checkRun(): void {
    const run = this.isReading ? "reading" : runState(this.follower.fold, this.options.journal);
    if (run !== this.#run) this.stateRevision += 1;
    this.#run = run;
  }

  /** The parts that change with every record, as members of a JSON object. */
  momentJson(): string {
    const { name, startedAt, lastRecordAt } = this.follower.fold;
    return JSON.stringify({ campaign: { name, startedAt, lastRecordAt }, live: this.#live() }).slice(1, -1);
  }

  #live(): LiveState {
    const { fold, position, readShare } = this.follower;
    const now = new Date();
    const devices = this.#devices.list(fold);
    return {
      n: this.n,
      seal: position.hash,
      now: now.toISOString(),
      run: this.#run,
      readShare,
      devices,
      pace: this.#pace.at(now, this.#pointsLeft, devices.length),
      recent: this.#recent.list(fold),
      problem: this.#problem?.message ?? null,
    };
  }

  #totals(): ReportData["totals"] {
    const counts = countsOf(this.follower.fold);
    const { planned, done, failed } = counts.points;
    this.#pointsLeft = planned - done - failed;
    return { ...counts, callbackSeconds: callbackSeconds(this.follower.fold) };
  }

  /** Asked for by two sections; every point is looked at for it. */
  #standing(): ReportStanding {
    const known = this.#knownStanding;
    if (known?.n === this.n) return known.standing;
    const standing = reportStanding(this.follower.fold);
    this.#knownStanding = { n: this.n, standing };
    return standing;
  }

  /** Beyond so many points the samples would have to be read again and again: `assay check` does it once. */
  #check(): ReportData["check"] {
    const { fold } = this.follower;
    return this.isReading || countsOf(fold).points.done > MOST_CHECKED
      ? null
      : campaignCheck(fold, this.options.directory);
  }

  #sections(): readonly PageSection[] {
    const { fold } = this.follower;
    const { directory } = this.options;
    const plannedCases = () => fold.plan?.cases ?? [];
    const of = (name: string, kinds: readonly RecordKind[] | "all", compute: () => unknown) =>
      new PageSection({ name, kinds, compute });
    return [
      of("totals", "all", () => this.#totals()),
      of("refusals", ["plan"], () => fold.plan?.refusals ?? []),
      of("demonstrations", ["plan"], () => demonstrationsOf(plannedCases())),
      of("provenance", [...decisive, "worker-end"], () => provenanceFacts(fold, this.#standing())),
      of("standing", decisive, () => this.#standing()),
      of("history", [...decisive, "attempt"], () => reportHistory(fold)),
      of("failureGroups", ["plan", "attempt", "outcome"], () => reportedFailures(fold, directory)),
      of("memory", ["plan", "worker", "worker-end", "outcome"], () => reportMemory(workerMemories(fold), fold.plan)),
      of("experiment", ["plan", "attempt", "point", "outcome"], () => experimentResult(fold)),
      of("check", ["plan", "point", "qualification", "adoption"], () => this.#check()),
    ];
  }
}
