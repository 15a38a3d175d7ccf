import type { Plan, Policy } from "../plan/plan.js";

/** The policy of an arm; without arms, the plan's. */
export function policyOf(plan: Plan, arm: string | null): Policy {
  return plan.arms?.find(({ name }) => name === arm)?.policy ?? plan.policy;
}
