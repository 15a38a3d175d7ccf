import type { Flag } from "../../measure/flags.js";
import type { ReportCase } from "../report/data.js";
import type { Overview, PackedCase } from "../report/overview.js";

/** A campaign as a live page shows it: what the report shows, and what goes on now. */
export interface LiveOverview extends Omit<Overview, "cases"> {
  readonly cases: readonly PackedCase[];
  readonly live: LiveState;
  /** Which parts this is made of: a page that asks for events with them is not told the same again. */
  readonly revisions: readonly number[];
}

/** What changed since an earlier record: parts that are there replace what the page has. */
export interface LiveChange extends Partial<Omit<LiveOverview, "cases" | "revisions">> {
  readonly live: LiveState;
  /** Cases that changed, whole; they replace those with the same key. */
  readonly cases: readonly PackedCase[];
}

/** One case as a live page asks for it. */
export interface LiveCase {
  /** Records that it stands on. */
  readonly n: number;
  readonly case: ReportCase;
}

/** What goes on now. */
export interface LiveState {
  /** Records that the picture stands on, and the hash that seals them. */
  readonly n: number;
  readonly seal: string;
  /** The server's clock, which the page's may differ from. */
  readonly now: string;
  /**
   * `killed`: its process is gone without having ended it; `elsewhere`: its process cannot be seen from here;
   * `reading`: not known before the whole journal is read.
   */
  readonly run: "running" | "ended" | "killed" | "elsewhere" | "reading";
  /** Share of the journal that the picture stands on; below 1 while a large one is being read. */
  readonly readShare: number;
  readonly devices: readonly DeviceNow[];
  readonly pace: Pace;
  /** The last points, the latest first. */
  readonly recent: readonly RecentPoint[];
  /** Why the journal cannot be read on; `null`: it can. */
  readonly problem: string | null;
}

/** What a device is doing. */
export interface DeviceNow {
  readonly device: string;
  readonly worker: string | null;
  readonly doing: "measuring" | "between cases" | "without a worker" | "given up";
  /** When that began; `null` where nothing has begun. */
  readonly since: string | null;
  /** The attempt that it holds. */
  readonly attempt: RunningAttempt | null;
}

/** An attempt that runs. */
export interface RunningAttempt {
  /** Key and name of its `ReportCase`. */
  readonly case: string;
  readonly name: string;
  readonly done: number;
  readonly of: number;
  /** The point that is next, or being measured. */
  readonly next: Readonly<Record<string, number>> | null;
}

/** How fast it goes, and what that means for the rest. */
export interface Pace {
  /** Points of the last five minutes, or since the run began. */
  readonly pointsPerMinute: number | null;
  /** Time that is left, with the half-width of its 90 % interval; `null` until three attempts have ended. */
  readonly left: { readonly seconds: number; readonly error: number } | null;
}

/** A point that was just measured. */
export interface RecentPoint {
  readonly n: number;
  readonly at: string;
  readonly device: string;
  /** Key and name of its `ReportCase`. */
  readonly case: string;
  readonly name: string;
  readonly coordinates: Readonly<Record<string, number>>;
  readonly medianMs: number;
  readonly medianCi: number | null;
  readonly samples: number;
  readonly flags: readonly Flag[];
}
