import { z } from "zod";

const bytes = z.int().nonnegative();
const nanoseconds = z.number().nonnegative();

/** Memory of a worker at one moment. A figure that the platform or device does not have is `null`. */
export const memorySchema = z.strictObject({
  rssBytes: bytes.nullable(),
  /** VmData: private data and anonymous maps, resident or not; what a data-segment limit counts. */
  privateBytes: bytes.nullable(),
  deviceAllocatedBytes: bytes.nullable(),
  deviceReservedBytes: bytes.nullable(),
  deviceFreeBytes: bytes.nullable(),
  /** Native layers that callbacks built and that are still alive. */
  layersAlive: z.int().nonnegative().nullable(),
});
export type Memory = z.infer<typeof memorySchema>;

/** An error as the callback raised it, with its chain of causes (outermost first). */
export interface ErrorFacts {
  type: string;
  message: string;
  stack: string;
  cause: ErrorFacts | null;
}
export const errorSchema: z.ZodType<ErrorFacts> = z.strictObject({
  type: z.string(),
  message: z.string(),
  stack: z.string(),
  get cause() {
    return errorSchema.nullable();
  },
});

/** How a sample was taken. */
export const methodSchema = z.strictObject({
  /** `collector`: a foreign collector timed it, by means of its own. */
  clock: z.enum(["host", "device_events", "graph_replay", "collector"]),
  cache: z.enum(["warm", "cold", "unknown"]),
  iterationsPerSample: z.int().positive(),
});
export type Method = z.infer<typeof methodSchema>;

/** The samples of one draw of a point's workload, in the order in which they were taken. */
export const seriesSchema = z.strictObject({
  draw: z.int().nonnegative(),
  warmupNs: z.array(nanoseconds),
  samplesNs: z.array(nanoseconds),
  /** Indices of the samples during which the runtime collected garbage by itself. */
  collectedDuring: z.array(z.int().nonnegative()),
  /** Tokens that each local expert got, read back from the layer; `null` for ops that do not route. */
  achievedTokens: z.array(z.int().nonnegative()).nullable(),
  /** Where the samples are replays of a graph: latency of one eager run of the same layer. */
  eagerNs: nanoseconds.optional(),
  /** Where the device has a clock of its own: what it can hold, and the lowest seen while timing. */
  deviceClockMhz: z.strictObject({ sustained: z.number().positive(), lowest: z.number().positive() }).optional(),
});
export type Series = z.infer<typeof seriesSchema>;

/** What a worker reports of one point: raw facts only, decided by nobody yet. */
export const measuredPointSchema = z.strictObject({
  series: z.array(seriesSchema).min(1),
  method: methodSchema,
  /** The kernel that ran, read back from the built layer. */
  kernel: z.string(),
  /** `precomputed`: scoring and choice ran outside the layer, which was handed their result. */
  router: z.enum(["native", "precomputed"]).nullable(),
});
export type MeasuredPoint = z.infer<typeof measuredPointSchema>;

/** The clock as the worker found it at load. */
export const clockSchema = z.strictObject({
  name: z.string(),
  /** Smallest difference that it showed. */
  resolutionNs: nanoseconds,
  /** Median cost of one reading. */
  costNs: nanoseconds,
});
export type Clock = z.infer<typeof clockSchema>;
