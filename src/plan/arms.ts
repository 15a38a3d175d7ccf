import { parse } from "yaml";
import { z } from "zod";
import { readCampaignFile } from "./campaign-file.js";
import { policySchema } from "./campaign-schema.js";
import { compilePolicy, type WrittenPolicy } from "./compile-policy.js";
import type { Arm, Experiment, Plan } from "./plan.js";
import { PlanRefused } from "./plan-refused.js";
import { planCampaign } from "./plan-campaign.js";

/** What a paired experiment varies, and how it is run. */
export interface PairedOptions {
  /** `field=value,value`, e.g. `reclaim=never,after-success` or `timing.fixed.runs=3,10`. */
  readonly vary: string;
  /** A size such as `+2800MiB`; overrides the campaign file's `policy.memory.budget`. */
  readonly memoryBudget?: string | undefined;
  /** Left out: interleaved, or arm after arm under a memory budget. */
  readonly order?: Experiment["order"] | undefined;
  readonly margin: number;
}

/**
 * Plans a paired experiment: the campaign's cases, once an arm.
 * @throws CampaignFileInvalid, or PlanRefused for a field or value that no policy has, or for several devices.
 */
export function planPaired(text: string, file: string, options: PairedOptions): Plan {
  const plan = planCampaign(text, file);
  if (plan.devices.length > 1) {
    throw new PlanRefused(`${file} names ${plan.devices.length} devices: a paired experiment compares on one`);
  }
  const { field, values } = parseVary(options.vary);
  const written = withBudget(readCampaignFile(text, file).content.policy, options.memoryBudget);
  const arms = values.map((value): Arm => armOf(written, field, value));
  const order = options.order ?? (arms.some(({ policy }) => policy.memory.budgetBytes !== null) ? "arm-after-arm" : "interleaved");
  return { ...plan, arms, experiment: { vary: field, order, margin: options.margin } };
}

function parseVary(vary: string): { readonly field: string; readonly values: readonly string[] } {
  const [field = "", list = ""] = vary.split("=", 2);
  const values = list.split(",").filter((value) => value !== "");
  if (field === "" || values.length < 2 || new Set(values).size < values.length) {
    throw new PlanRefused(`--vary ${vary}: write a field of the policy and two or more values, e.g. reclaim=never,after-success`);
  }
  return { field, values };
}

function withBudget(policy: WrittenPolicy, budget: string | undefined): WrittenPolicy {
  return budget === undefined ? policy : checkedPolicy(setField(policy, "memory.budget", budget), "--memory-budget");
}

function armOf(policy: WrittenPolicy, field: string, value: string): Arm {
  const varied = checkedPolicy(setField(policy, field, parse(value)), `--vary ${field}=${value}`);
  return { name: `${field}=${value}`, policy: compilePolicy(varied) };
}

function checkedPolicy(policy: unknown, option: string): WrittenPolicy {
  const result = policySchema.safeParse(policy);
  if (!result.success) throw new PlanRefused(`${option}: ${z.prettifyError(result.error)}`);
  return result.data;
}

/** A copy of a policy with the field at a dotted path set. */
function setField(policy: unknown, field: string, value: unknown): unknown {
  const [name = "", ...rest] = field.split(".");
  const members = typeof policy === "object" && policy !== null ? (policy as Readonly<Record<string, unknown>>) : {};
  return { ...members, [name]: rest.length === 0 ? value : setField(members[name], rest.join("."), value) };
}
