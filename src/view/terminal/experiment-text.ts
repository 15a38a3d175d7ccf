import type { CallbackResult, ExperimentResult } from "../../experiment/findings.js";
import { layerMemory } from "../../ledger/memory-verdict.js";
import type { Memory } from "../../protocol/facts.js";
import { bytesText } from "../quantities.js";
import { comparisonText } from "./comparison-text.js";
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
  const arms = [...new Set(result.callbacks.map(({ arm }) => arm))];
  const rows = arms.flatMap((arm) => result.callbacks.filter((callback) => callback.arm === arm).map(row));
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
