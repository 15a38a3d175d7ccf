import { constants, type PerformanceEntry, PerformanceObserver, performance } from "node:perf_hooks";

/** A garbage collection, on the clock of `performance.now()` (ms). */
interface Collection {
  readonly startMs: number;
  readonly endMs: number;
}

/** A stretch of time; its start on the clock of `process.hrtime` (ns). */
export interface Window {
  readonly startNs: number;
  readonly durationNs: number;
}

/** Notices the collections that V8 does by itself; those that a program asks for do not count. */
export class CollectionWatch {
  readonly #observer = new PerformanceObserver((list) => this.#note(list.getEntries()));
  #unbooked: Collection[] = [];

  constructor() {
    this.#observer.observe({ entryTypes: ["gc"] });
  }

  /** Forgets what was seen so far. */
  restart(): void {
    this.#note(this.#observer.takeRecords());
    this.#unbooked = [];
  }

  /** How many were seen since the restart that lay in no window of {@link takeDuring}. */
  count(): number {
    this.#note(this.#observer.takeRecords());
    return this.#unbooked.length;
  }

  /**
   * The indices of the windows (in order of time) in which V8 collected; such a collection is booked there and leaves
   * the count. Waits until V8 has told of all.
   */
  async takeDuring(windows: readonly Window[]): Promise<number[]> {
    await macrotask();
    this.#note(this.#observer.takeRecords());
    const originMs = Number(process.hrtime.bigint()) / 1e6 - performance.now();
    const hit = new Set<number>();
    this.#unbooked = this.#unbooked.filter((collection) => {
      const index = windows.findIndex((window) => overlaps(window, collection, originMs));
      if (index >= 0) hit.add(index);
      return index < 0;
    });
    return [...hit].toSorted((left, right) => left - right);
  }

  #note(entries: readonly PerformanceEntry[]): void {
    for (const entry of entries) {
      if (!isForced(entry)) this.#unbooked.push({ startMs: entry.startTime, endMs: entry.startTime + entry.duration });
    }
  }
}

/** Resolves one macrotask later. */
export function macrotask(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function overlaps(window: Window, collection: Collection, originMs: number): boolean {
  const startMs = window.startNs / 1e6 - originMs;
  const endMs = startMs + window.durationNs / 1e6;
  return collection.startMs < endMs && collection.endMs > startMs;
}

function isForced(entry: PerformanceEntry): boolean {
  const { flags } = (entry as PerformanceEntry & { readonly detail: { readonly flags?: number } }).detail;
  return ((flags ?? 0) & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) !== 0;
}
