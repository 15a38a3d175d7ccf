import { parseDocument } from "yaml";
import type { z } from "zod";
import { keyOf } from "../identity/keys.js";
import { readCampaignFile } from "./campaign-file.js";
import { policySchema } from "./campaign-schema.js";
import { compilePolicy, type WrittenPolicy } from "./compile-policy.js";
import type { Arm, Experiment, Plan } from "./plan.js";
import { PlanRefused } from "./plan-refused.js";
import { planCampaign } from "./plan-campaign.js";
import { inRounds } from "./rounds.js";
import { unknownFields } from "./unknown-fields.js";

/** What a paired experiment varies, and how it is run. */
export interface PairedOptions {
  /** `field=value,value`, e.g. `reclaim=never,after-success`, `timing.fixed.runs=3,10`, `timing={fixed: {runs: 9}},{adaptive: {}}`. */
  readonly vary: string;
  /** A size such as `+2800MiB`; overrides the campaign file's `policy.memory.budget`. */
  readonly memoryBudget?: string | undefined;
  /** Left out: interleaved, or arm after arm under a memory budget. */
  readonly order?: Experiment["order"] | undefined;
  readonly margin: number;
  /** How often every arm is measured, each time in a fresh worker; left out: once. */
  readonly rounds?: number | undefined;
}

/**
 * Plans a paired experiment: the campaign's cases, once an arm and round.
 * @throws CampaignFileInvalid, or PlanRefused for a field or value that no policy has, or for several devices.
 */
export function planPaired(text: string, file: string, options: PairedOptions): Plan {
  const plan = planCampaign(text, file);
  if (plan.devices.length > 1) {
    throw new PlanRefused(`${file} names ${plan.devices.length} devices: a paired experiment compares on one`);
  }
  const { field, values } = parseVary(options.vary);
  const written = withBudget(readCampaignFile(text, file).content.policy, options.memoryBudget);
  const sides = values.map((value): Arm => armOf(written, field, value));
  refuseSamePolicies(sides, options.vary);
  const order =
    options.order ?? (sides.some(({ policy }) => policy.memory.budgetBytes !== null) ? "arm-after-arm" : "interleaved");
  const { margin, rounds = 1 } = options;
  const experiment = { vary: field, order, margin, ...(rounds > 1 && { rounds }) };
  return { ...plan, arms: inRounds(sides, rounds), experiment };
}

/** The values are a YAML list without its brackets. */
function parseVary(vary: string): { readonly field: string; readonly values: readonly unknown[] } {
  const [, field = "", list = ""] = /^([^=]*)=(.*)$/s.exec(vary) ?? [];
  const document = parseDocument(`[${list}]`);
  const values: unknown = document.errors.length > 0 ? [] : document.toJS();
  if (field === "" || !Array.isArray(values) || values.length < 2) {
    throw new PlanRefused(
      `--vary ${vary}: write a field of the policy and two or more values, e.g. reclaim=never,after-success`,
    );
  }
  return { field, values };
}

function refuseSamePolicies(arms: readonly Arm[], vary: string): void {
  if (new Set(arms.map(({ policy }) => keyOf(policy))).size === arms.length) return;
  throw new PlanRefused(`--vary ${vary}: two of these values are the same policy, and every arm needs one of its own`);
}

function withBudget(policy: WrittenPolicy, budget: string | undefined): WrittenPolicy {
  if (budget === undefined) return policy;
  return checkedPolicy(setField(policy, "memory.budget", budget), `--memory-budget ${budget}`);
}

function armOf(policy: WrittenPolicy, field: string, value: unknown): Arm {
  const name = `${field}=${typeof value === "string" ? value : JSON.stringify(value)}`;
  return { name, policy: compilePolicy(checkedPolicy(setField(policy, field, value), `--vary ${name}`)) };
}

function checkedPolicy(policy: unknown, option: string): WrittenPolicy {
  const result = policySchema.safeParse(policy, { error: unknownFields });
  if (result.success) return result.data;
  throw new PlanRefused(`${option}: ${result.error.issues.flatMap(issueTexts).join("; ")}`);
}

function issueTexts(issue: z.core.$ZodIssue): string[] {
  const place = issue.path.join(".");
  if (issue.code !== "unrecognized_keys") return [`${place}: ${issue.message}`];
  const messages = issue.message.split("\n");
  return issue.keys.map((key, index) => `${[...issue.path, key].join(".")} ${messages[index] ?? issue.message}`);
}

/** A copy of a policy with the field at a dotted path set. */
function setField(policy: unknown, field: string, value: unknown): unknown {
  const [name = "", ...rest] = field.split(".");
  const members = typeof policy === "object" && policy !== null ? (policy as Readonly<Record<string, unknown>>) : {};
  return { ...members, [name]: rest.length === 0 ? value : setField(members[name], rest.join("."), value) };
}
