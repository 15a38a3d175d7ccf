import { median } from "simple-statistics";

/** How memory goes on if it goes on as it did. */
export interface MemoryForecast {
  /** What stays behind, in bytes a callback; 0 where no growth can be told from the allocator's own movement. */
  readonly growthBytes: number;
  /** The callback (from 1) that will not find room for its layer; `null`: none in sight. */
  readonly failsAtCallback: number | null;
}

/** What a forecast is made from; all figures are bytes of one worker. */
export interface MemoryCourse {
  /** After each callback, in order: after its collection, or after its return where nothing was collected. */
  readonly afterCallbacks: readonly number[];
  /** What a callback needs on top while its layer lives: the largest layer's weights. */
  readonly layerBytes: number;
  /** What the worker may use: its budget, else the machine's or device's memory. */
  readonly limitBytes: number;
}

/**
 * Allocators move by ±40 MiB on their own, and the first callbacks fill their pools: the median slope of figures that
 * stay within 80 MiB reaches up to 1.4 times that range, however they fall.
 */
const ALLOCATOR_NOISE_BYTES = 128 * 2 ** 20;
const MIN_CALLBACKS = 3;
/** Pairs of callbacks grow with the square of their number; the last ones tell how it goes on. */
const CONSIDERED_CALLBACKS = 200;

/**
 * The growth a callback (median of the slopes between all pairs, Theil 1950: one odd callback does not move it), and
 * the callback at which memory runs out. `null` for fewer than three callbacks.
 */
export function forecastMemory({ afterCallbacks, layerBytes, limitBytes }: MemoryCourse): MemoryForecast | null {
  const course = afterCallbacks.slice(-CONSIDERED_CALLBACKS);
  if (course.length < MIN_CALLBACKS) return null;
  const growthBytes = medianSlope(course);
  if (growthBytes * (course.length - 1) <= ALLOCATOR_NOISE_BYTES) return { growthBytes: 0, failsAtCallback: null };
  // A callback fails when what those before it left, and its own layer, exceed the limit. What stays behind is a part
  // of what a layer needs, so it bounds that need from below.
  const room = limitBytes - (afterCallbacks.at(-1) ?? 0) - Math.max(layerBytes, growthBytes);
  const fits = Math.max(-1, Math.floor(room / growthBytes)) + 1;
  return { growthBytes, failsAtCallback: afterCallbacks.length + fits + 1 };
}

function medianSlope(course: readonly number[]): number {
  return median(
    course.flatMap((late, end) => course.slice(0, end).map((early, start) => (late - early) / (end - start))),
  );
}
