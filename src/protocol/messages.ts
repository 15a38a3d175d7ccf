import { z } from "zod";
import { timingPolicySchema } from "../measure/timing-policy.js";
import { clockSchema, errorSchema, measuredPointSchema, memorySchema } from "./facts.js";

/** Version of the messages; a worker or parent of another version is refused by name. */
export const PROTOCOL_VERSION = 1;

const v = z.literal(PROTOCOL_VERSION);
const attempt = z.string().min(1);
/** @see Coordinates in `identity/keys` */
const coordinates = z.record(z.string(), z.int().positive());

export const reclaimPolicySchema = z.enum(["after-success", "never", "always"]);
/** When unreachable objects are collected: once after a successful return, never, or after every end. */
export type ReclaimPolicy = z.infer<typeof reclaimPolicySchema>;

/** What the parent tells a worker. */
export const commandSchema = z.discriminatedUnion("kind", [
  z.strictObject({ v, kind: z.literal("describe") }),
  z.strictObject({
    v,
    kind: z.literal("load"),
    device: z.strictObject({ name: z.string(), threads: z.int().positive() }),
    /** A folder that the worker may fill with files that can be made again (weights, model files). */
    scratchDir: z.string(),
  }),
  z.strictObject({
    v,
    kind: z.literal("run"),
    attempt,
    callback: z.string(),
    case: z.record(z.string(), z.unknown()),
    /** The points to measure, in order: on resume those that are missing. Empty: the callback decides, and writes rows. */
    coordinates: z.array(coordinates),
    policy: z.strictObject({ timing: timingPolicySchema, reclaim: reclaimPolicySchema }),
    /** What the parent computed of the case for these points, for a worker that computes none of it. */
    inputs: z.record(z.string(), z.unknown()).optional(),
  }),
  /** Stop before the next point; the callback returns with what it has. */
  z.strictObject({ v, kind: z.literal("drain") }),
  z.strictObject({ v, kind: z.literal("stop") }),
]);
export type Command = z.infer<typeof commandSchema>;
export type RunCommand = Extract<Command, { kind: "run" }>;

/** What a worker tells its parent. */
export const reportSchema = z.discriminatedUnion("kind", [
  z.strictObject({ v, kind: z.literal("ready"), runtime: z.string(), pid: z.int(), callbacks: z.array(z.string()) }),
  z.strictObject({
    v,
    kind: z.literal("loaded"),
    versions: z.record(z.string(), z.string()),
    device: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
    clock: clockSchema,
    memory: memorySchema,
  }),
  z.strictObject({ v, kind: z.literal("measuring"), attempt, coordinates }),
  z.strictObject({ v, kind: z.literal("point"), attempt, coordinates, point: measuredPointSchema }),
  /** What a foreign callback wrote to its file, a line at a time: the header, and the line split into cells. */
  z.strictObject({ v, kind: z.literal("row"), attempt, columns: z.array(z.string()), cells: z.array(z.string()) }),
  z.strictObject({
    v,
    kind: z.literal("returned"),
    attempt,
    /** `true`: it stopped early because it was told to drain. */
    drained: z.boolean(),
    /** `true`: it is done, and asks for a fresh worker for the next case. */
    restart: z.boolean().optional(),
    before: memorySchema,
    memory: memorySchema,
    durationMs: z.number().nonnegative(),
    /** Collections that the runtime did by itself since the attempt began, outside the timed part. */
    automaticCollections: z.int().nonnegative(),
  }),
  z.strictObject({
    v,
    kind: z.literal("reclaimed"),
    attempt,
    memory: memorySchema,
    /** Objects that the collection found; `null` where the runtime does not count them. */
    collectedObjects: z.int().nonnegative().nullable(),
    durationMs: z.number().nonnegative(),
    /** Collections that the runtime did by itself since the attempt began, outside the timed part. */
    automaticCollections: z.int().nonnegative(),
    error: errorSchema.nullable(),
  }),
  z.strictObject({
    v,
    kind: z.literal("failed"),
    attempt,
    error: errorSchema,
    before: memorySchema,
    memory: memorySchema,
    durationMs: z.number().nonnegative(),
    /** Collections that the runtime did by itself since the attempt began, outside the timed part. */
    automaticCollections: z.int().nonnegative(),
  }),
  z.strictObject({ v, kind: z.literal("log"), level: z.enum(["debug", "info", "warning", "error"]), text: z.string() }),
  z.strictObject({ v, kind: z.literal("alive") }),
]);
export type Report = z.infer<typeof reportSchema>;
