import type { LiveState } from "../../src/view/server/messages.js";
import type { Overview, ReportCase } from "./report.js";

/** What the page shows at a moment. */
export interface Picture {
  readonly overview: Overview;
  /** What goes on now; `null` in a report, where nothing does. */
  readonly live: LiveState | null;
  /** Whether a live page still hears from its server. */
  readonly isConnected: boolean;
}

/** Where the page's data come from: the page itself, or a server that follows a campaign. */
export interface Source {
  readonly picture: Picture;
  /** Calls back when the picture has changed, until the returned function is called. */
  subscribe(onChange: () => void): () => void;
  /** A case with its samples, attempts and fields. Rejects with a message for the reader. */
  loadCase(key: string): ReportCase | Promise<ReportCase>;
  /** The end of what a worker printed; `null` where that is not at hand. */
  readonly loadLog: ((worker: string) => Promise<string>) | null;
}
