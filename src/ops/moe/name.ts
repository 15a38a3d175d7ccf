import { distributionLabel, type MoeCase, type Workload } from "./case.js";

/**
 * A readable name of a case, e.g. `moe mixtral-8x7b fp32 tp8 balanced`; sizes of 1 and usual draws are left out. Names
 * are for people and need not be unique: keys are.
 *
 * @param models all models whose layer this is.
 */
export function moeCaseName(layer: MoeCase, models: readonly string[]): string {
  const parallel = [layer.tp > 1 ? `tp${layer.tp}` : "", layer.ep > 1 ? `ep${layer.ep}` : ""];
  const parts = [layer.op, models.join("+"), layer.dtype, ...parallel, distributionLabel(layer.workload)];
  return [...parts, ...unusualDraws(layer.workload)].filter((part) => part !== "").join(" ");
}

function unusualDraws(workload: Workload): string[] {
  if (workload.distribution === "balanced") return [];
  const draws = workload.draws === 5 ? [] : [`draws${workload.draws}`];
  return workload.seed === 0 ? draws : [...draws, `seed${workload.seed}`];
}
