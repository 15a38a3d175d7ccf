import type { CallbackResult, ExperimentResult } from "../../experiment/findings.js";
import { layerMemory } from "../../ledger/memory-verdict.js";
import type { Memory } from "../../protocol/facts.js";
import { bytesRangeText } from "../quantities.js";
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

/** A paired experiment for people: each callback in each arm, over its rounds, then what the arms have in common. */
export function experimentText(result: ExperimentResult): string {
  const cases = [...new Set(result.callbacks.map((callback) => callback.case))];
  const lines = result.arms.flatMap((arm) =>
    cases.map((key, index) => ({
      number: index + 1,
      arm,
      rounds: result.callbacks.filter((callback) => callback.side === arm && callback.case === key),
    })),
  );
  const failures = new Set(result.callbacks.flatMap(failureText));
  const comparisons = result.comparisons.map(comparisonText);
  const table = textTable(columns, lines.map(row));
  return [table, ...failures, ...comparisons, demonstrationText(result.demonstrations)].join("");
}

/** One callback in one arm, as it went in each round. */
interface Line {
  readonly number: number;
  readonly arm: string;
  readonly rounds: readonly CallbackResult[];
}

function row({ number, arm, rounds }: Line): string[] {
  const memories = [
    rounds.map(({ memory }) => memory?.before),
    rounds.map(({ memory }) => memory?.afterReturn),
    rounds.map(({ memory }) => memory?.afterReclaim),
  ].map(memoryText);
  const outcomes = talliedText(rounds.map(({ failure, state }) => failure?.class ?? state));
  return [String(number), arm, outcomes, ...memories, talliedText(rounds.flatMap(({ verdict }) => verdict ?? []))];
}

/** `done`, where all say so; else how many say what: `done 5, out_of_memory 1`. */
function talliedText(words: readonly string[]): string {
  const kinds = [...new Set(words)];
  if (kinds.length < 2) return kinds.join("");
  return kinds.map((kind) => `${kind} ${words.filter((word) => word === kind).length}`).join(", ");
}

function memoryText(memories: readonly (Memory | null | undefined)[]): string {
  const bytes = memories.flatMap((memory) => (memory ? (layerMemory(memory) ?? []) : []));
  return bytes.length === 0 ? "–" : bytesRangeText(bytes);
}

function failureText({ side, name, failure }: CallbackResult): string[] {
  return failure ? [`${side}: ${name}: ${failure.class}: ${failure.message.split("\n", 1)[0]}\n`] : [];
}
