import type { Activation, Routing } from "../ops/moe/case.js";

/** The MoE layer that a model's config.json declares; sizes before tp and ep. */
export interface MoeShape {
  readonly experts: number;
  readonly topK: number;
  /** Width of one expert. */
  readonly inter: number;
  readonly activation: Activation;
  readonly routing: Routing;
}

/** What a model is, as far as its layers' cost depends on it. */
export interface ModelShape {
  /** Shipped name, folder name or the name that the campaign file gave. */
  readonly name: string;
  readonly modelType: string;
  readonly hidden: number;
  /** `null`: a dense model, which has no MoE layer. */
  readonly moe: MoeShape | null;
}
