import type { Routing } from "./case.js";
import type { Rule } from "./fault.js";

export type GroupedLayer = Readonly<{ experts: number; topK: number; groups: Routing["groups"] }>;

/** The rules of grouped top-k: a config reader holds a model to them, and legality a case. */
export function groupRules({ experts, topK, groups }: GroupedLayer): Rule[] {
  if (groups === null) return [];
  const { count, kept } = groups;
  const eligible = (kept * experts) / count;
  return [
    ["kept groups within groups", kept > count, `topk_group ${kept} > n_group ${count}`],
    ["groups divide experts", experts % count !== 0, `${experts} experts in ${count} groups: no equal groups`],
    [
      "top-k within kept groups",
      kept <= count && experts % count === 0 && topK > eligible,
      `top-k ${topK} of the ${eligible} experts in ${kept} of ${count} groups`,
    ],
  ];
}
