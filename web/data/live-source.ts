import type { LiveCase, LiveChange, LiveOverview } from "../../src/view/server/messages.js";
import { fetched, fetchJson } from "./fetched.js";
import { unpackCase } from "../../src/view/report/overview.js";
import type { CaseSummary, ReportCase } from "./report.js";
import type { Picture, Source } from "./source.js";

const firstRetryMs = 500;
const lastRetryMs = 5_000;

/** Follows a campaign that a server shows. */
export async function openLiveSource(): Promise<Source> {
  return new LiveSource(await fetchJson<LiveOverview>("api/overview"));
}

/** A picture that is whole at first and then changed as records come; after a break it goes on where it was. */
class LiveSource implements Source {
  picture: Picture;
  readonly #listeners = new Set<() => void>();
  #retryMs = firstRetryMs;

  constructor(overview: LiveOverview) {
    this.picture = pictureOf(overview);
    this.#listen(overview);
  }

  subscribe(onChange: () => void): () => void {
    this.#listeners.add(onChange);
    return () => void this.#listeners.delete(onChange);
  }

  async loadCase(key: string): Promise<ReportCase> {
    return (await fetchJson<LiveCase>(`api/case/${encodeURIComponent(key)}`)).case;
  }

  readonly loadLog = async (worker: string): Promise<string> =>
    (await fetched(`api/log/${encodeURIComponent(worker)}`)).text();

  #show(picture: Picture): void {
    this.picture = picture;
    for (const listener of this.#listeners) listener();
  }

  #listen({ live, revisions }: LiveOverview): void {
    const events = new EventSource(`api/events?from=${live.n}&revisions=${revisions.join(".")}`);
    events.addEventListener("open", () => this.#connected(true));
    events.addEventListener("change", (event: MessageEvent<string>) => {
      this.#show(changed(this.picture, JSON.parse(event.data) as LiveChange));
    });
    events.addEventListener("reload", () => {
      events.close();
      void this.#beginAgain();
    });
    events.addEventListener("error", () => {
      this.#connected(false);
      // The browser tries again by itself unless the server refused it.
      if (events.readyState === EventSource.CLOSED) this.#retry();
    });
  }

  #connected(isConnected: boolean): void {
    if (isConnected) this.#retryMs = firstRetryMs;
    if (this.picture.isConnected !== isConnected) this.#show({ ...this.picture, isConnected });
  }

  #retry(): void {
    setTimeout(() => void this.#beginAgain(), this.#retryMs);
    this.#retryMs = Math.min(2 * this.#retryMs, lastRetryMs);
  }

  async #beginAgain(): Promise<void> {
    try {
      const overview = await fetchJson<LiveOverview>("api/overview");
      this.#show(pictureOf(overview));
      this.#listen(overview);
    } catch {
      this.#connected(false);
      this.#retry();
    }
  }
}

function pictureOf({ live, revisions: _revisions, ...overview }: LiveOverview): Picture {
  return { overview: { ...overview, cases: overview.cases.map(unpackCase) }, live, isConnected: true };
}

/** The picture with what changed in it. */
function changed({ overview }: Picture, { live, cases, ...parts }: LiveChange): Picture {
  return {
    overview: { ...overview, ...parts, cases: replaced(overview.cases, cases.map(unpackCase)) },
    live,
    isConnected: true,
  };
}

function replaced(cases: readonly CaseSummary[], changes: readonly CaseSummary[]): readonly CaseSummary[] {
  if (changes.length === 0) return cases;
  const byKey = new Map(changes.map((one) => [one.key, one]));
  return cases.map((one) => byKey.get(one.key) ?? one);
}
