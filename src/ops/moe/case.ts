import { z } from "zod";

const count = z.int().positive();

/** What an expert computes between its matrices. `bias`: its matrices carry biases (gpt-oss). */
export const activationSchema = z.strictObject({
  function: z.enum(["silu", "gelu", "gelu_tanh", "relu2", "swigluoai"]),
  /** Gated experts have three matrices (gate, up, down), plain ones two (up, down). */
  gated: z.boolean().default(true),
  bias: z.boolean().default(false),
  /** swigluoai: gate · sigmoid(alpha · gate) · (up + 1), both clamped to ±limit (gate from above only). */
  alpha: z.number().nullable().default(null),
  /** Gated silu may be clamped alike (DeepSeek-V4): silu(gate) · up. */
  limit: z.number().nullable().default(null),
});
export type Activation = z.infer<typeof activationSchema>;

/** How a token's router logits become its experts and their weights. */
export const routingSchema = z.strictObject({
  scoring: z.enum(["softmax", "sigmoid", "sqrtsoftplus"]).default("softmax"),
  /** Grouped top-k: the experts lie in `count` equal groups, of which `kept` are eligible for a token. */
  groups: z.strictObject({ count, kept: count }).nullable().default(null),
  /** A learned bias is added to the scores for the choice alone, not for the weights. */
  correctionBias: z.boolean().default(false),
  /** The chosen weights are divided by their sum. */
  renormalise: z.boolean().default(true),
  /** The chosen weights are multiplied by this. */
  scale: z.number().default(1),
  /** Llama-4 multiplies the expert's input by the weight, all others its output. */
  weightOn: z.enum(["output", "input"]).default("output"),
  /** The number format in which the layer is handed its router logits. */
  logits: z.enum(["model", "fp32"]).default("model"),
});
export type Routing = z.infer<typeof routingSchema>;

/** How tokens spread over experts. Power-law draws are seeded: the same seed gives the same tokens. */
export const workloadSchema = z.discriminatedUnion("distribution", [
  z.strictObject({ distribution: z.literal("balanced") }),
  z.strictObject({
    distribution: z.literal("power_law"),
    alpha: z.number().positive(),
    draws: count.default(5),
    seed: z.int().nonnegative().default(0),
  }),
]);
export type Workload = z.infer<typeof workloadSchema>;

/** One MoE layer to build. Sizes are the whole model's, before tp and ep cut them. */
export const moeCaseSchema = z.strictObject({
  op: z.literal("moe"),
  runtime: z.string().min(1),
  callback: z.string().min(1),
  dtype: z.string().min(1),
  hidden: count,
  inter: count,
  experts: count,
  topK: count,
  tp: count.default(1),
  ep: count.default(1),
  activation: activationSchema,
  routing: routingSchema,
  workload: workloadSchema.default({ distribution: "balanced" }),
});
export type MoeCase = z.infer<typeof moeCaseSchema>;

/** The label that consumers of tables use for a workload: `balanced`, `power_law_1.01`. */
export function distributionLabel(workload: Workload): string {
  return workload.distribution === "balanced" ? "balanced" : `power_law_${workload.alpha}`;
}
