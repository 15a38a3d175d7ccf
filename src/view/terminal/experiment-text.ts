import type { CallbackResult, Comparison, Equivalence, ExperimentResult } from "../../experiment/findings.js";
import { layerMemory } from "../../ledger/memory-verdict.js";
import type { Memory } from "../../protocol/facts.js";
import { bytesText, countText } from "../quantities.js";
import { demonstrationText } from "./demonstration-text.js";
import { textTable } from "./text-table.js";

const columns = [
  { heading: "callback", align: "right" },
  { heading: "arm" },
  { heading: "outcome" },
  { heading: "before", align: "right" },
  { heading: "after return", align: "right" },
  { heading: "after collection", align: "right" },
  { heading: "verdict" },
] as const;

/** A paired experiment for people: each callback in each arm, then what the arms have in common. */
export function experimentText(result: ExperimentResult): string {
  const rows = result.arms.flatMap((arm) => result.callbacks.filter((callback) => callback.arm === arm).map(row));
  const failures = result.callbacks.flatMap(({ arm, name, failure }) =>
    failure ? [`${arm}: ${name}: ${failure.class}: ${failure.message.split("\n", 1)[0]}\n`] : [],
  );
  const comparisons = result.comparisons.map(comparisonText);
  return [textTable(columns, rows), ...failures, ...comparisons, demonstrationText(result.demonstrations)].join("");
}

function row(callback: CallbackResult, index: number): string[] {
  const { memory } = callback;
  const outcome = callback.failure ? callback.failure.class : callback.state;
  const moments = [memory?.before, memory?.afterReturn, memory?.afterReclaim].map(memoryText);
  return [String(index + 1), callback.arm, outcome, ...moments, callback.verdict ?? ""];
}

function memoryText(memory: Memory | null | undefined): string {
  const bytes = memory ? layerMemory(memory) : null;
  return bytes === null ? "–" : bytesText(bytes);
}

function comparisonText({ arms, cases, latency, ...same }: Comparison): string {
  if (cases === 0) return `${arms[1]} against ${arms[0]}: no case that both completed, so nothing is compared\n`;
  const facts = [
    ["keys", same.equalKeys],
    ["order", same.equalOrder],
    ["kernels", same.equalKernels],
    ["routing", same.equalRouting],
  ] as const;
  const equal = facts.filter(([, holds]) => holds).map(([name]) => name);
  const unequal = facts.filter(([, holds]) => !holds).map(([name]) => name);
  return [
    `${arms[1]} against ${arms[0]}, over ${countText(cases, "case")} that both completed:\n`,
    `  equal: ${equal.join(", ") || "nothing"}${unequal.length > 0 ? `; DIFFERENT: ${unequal.join(", ")}` : ""}\n`,
    `  latency: ${latencyText(latency)}\n`,
  ].join("");
}

function latencyText({ verdict, ratio, interval, pairs, margin, effectSize }: Equivalence): string {
  const percent = `${Number((margin * 100).toPrecision(3))} %`;
  if (ratio === null || interval === null) return `${verdict} at ${percent}: ${countText(pairs, "paired point")}`;
  const effect = effectSize === null ? "" : `, effect size ${effectSize.toFixed(2)}`;
  const [low, high] = interval.map((bound) => bound.toFixed(3));
  return `${verdict} at ${percent}: ratio ${ratio.toFixed(3)} (90 % interval ${low} to ${high}, ${countText(pairs, "paired point")}${effect})`;
}
