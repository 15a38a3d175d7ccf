import type { Coordinates } from "../../identity/keys.js";
import type { TimingPolicy } from "../../measure/timing-policy.js";
import type { MeasuredPoint } from "../../protocol/facts.js";
import type { CollectionWatch } from "./collection-watch.js";

/** What a callback measures with. */
export interface Bench {
  /** Threads of the native layer. */
  readonly threads: number;
  /** A folder for files that can be made again. */
  readonly scratchDir: string;
  readonly collections: CollectionWatch;
}

/**
 * The points of a case that are to be measured, in order. Taking a point says that it is being measured; it must be
 * reported before the next is taken. The sweep ends early when the worker is told to drain.
 */
export interface Sweep extends AsyncIterable<Coordinates> {
  readonly timing: TimingPolicy;
  readonly bench: Bench;
  /** Sends the current point. */
  report(point: MeasuredPoint): void;
}

/**
 * Builds the layer of a case and measures its sweep. It returns when the sweep has ended and raises whatever goes
 * wrong; its layer is released on both ways.
 */
export type Callback = (layerCase: Readonly<Record<string, unknown>>, sweep: Sweep) => Promise<void>;
