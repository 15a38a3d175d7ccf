import type { Routing } from "../ops/moe/case.js";
import { faults } from "../ops/moe/fault.js";
import { groupRules } from "../ops/moe/groups.js";
import type { ConfigFields } from "./config-fields.js";
import type { Family } from "./families.js";

const COUNT = ["n_group", "num_expert_group"];
const KEPT = "topk_group";

/**
 * The groups of grouped top-k; `null` for plain top-k.
 *
 * A type that is not known to route by groups, but declares some or a method that needs them, is refused: its code
 * decides whether they count, and a wrong guess measures another layer.
 */
export function readGroups(
  fields: ConfigFields,
  family: Family,
  layer: { experts: number; topK: number },
): Routing["groups"] {
  if (family.grouped !== true) {
    refuseUnknownGroups(fields, family);
    return null;
  }
  const groups = { count: fields.requiredCount(...COUNT), kept: fields.requiredCount(KEPT) };
  const [fault] = faults(groupRules({ ...layer, groups }));
  if (fault !== undefined) {
    const countField = COUNT.find((name) => fields.declared(name) !== undefined) ?? "n_group";
    fields.refuse(fault.rule === "groups divide experts" ? countField : KEPT, fault.reason);
  }
  return groups;
}

function refuseUnknownGroups(fields: ConfigFields, family: Family): void {
  const why = `model type ${String(fields.declared("model_type"))} is not known to route by groups`;
  for (const name of [...COUNT, KEPT]) if (fields.declared(name) !== undefined) fields.refuse(name, why);
  const method = fields.text("topk_method");
  if (method === "group_limited_greedy") fields.refuse("topk_method", why);
  if (method === "noaux_tc" && family.ungroupedBias !== true) fields.refuse("topk_method", why);
}
