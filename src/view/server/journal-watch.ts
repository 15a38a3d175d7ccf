import { type FSWatcher, statSync, watch } from "node:fs";

/** Records come in batches; those that follow at once are shown together. */
const SETTLE_MS = 60;
/** Network file systems tell nobody about changes of other hosts. */
const POLL_MS = 500;

/** Calls back soon after a file has grown or changed, and at least says so when it is looked at twice a second. */
export class JournalWatch {
  readonly #poll: NodeJS.Timeout;
  readonly #watcher: FSWatcher | null;
  #settling: NodeJS.Timeout | null = null;
  #seen = "";

  constructor(
    private readonly path: string,
    private readonly onChange: () => void,
  ) {
    this.#poll = setInterval(() => this.#look(), POLL_MS);
    this.#watcher = watchOrNull(path, () => this.#look());
    this.#look();
  }

  close(): void {
    clearInterval(this.#poll);
    if (this.#settling) clearTimeout(this.#settling);
    this.#watcher?.close();
  }

  #look(): void {
    const stats = statSync(this.path, { throwIfNoEntry: false });
    const seen = `${stats?.ino} ${stats?.size}`;
    if (seen === this.#seen || this.#settling) return;
    this.#settling = setTimeout(() => {
      this.#settling = null;
      this.#seen = seen;
      this.onChange();
    }, SETTLE_MS);
  }
}

function watchOrNull(path: string, onChange: () => void): FSWatcher | null {
  try {
    // Without a listener an error of the watcher would end the process; looking twice a second goes on.
    return watch(path, { persistent: false }, onChange).on("error", () => {});
  } catch {
    return null;
  }
}
