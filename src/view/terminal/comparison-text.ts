import type { Comparison, Equivalence } from "../../experiment/findings.js";
import { countText } from "../quantities.js";
import { textTable } from "./text-table.js";

/** Two arms held against each other: what is equal, and the latency, of several rounds also each by itself. */
export function comparisonText({ arms, cases, latency, rounds, ...same }: Comparison): string {
  if (cases === 0) return `${arms[1]} against ${arms[0]}: no case that both completed, so nothing is compared\n`;
  const facts = [
    ["keys", same.equalKeys],
    ["order", same.equalOrder],
    ["kernels", same.equalKernels],
    ["routing", same.equalRouting],
  ] as const;
  const equal = facts.filter(([, holds]) => holds).map(([name]) => name);
  const unequal = facts.filter(([, holds]) => !holds).map(([name]) => name);
  const times = rounds.length > 1 ? ` in ${rounds.length} rounds` : "";
  return [
    ...(rounds.length > 1 ? [roundsText(rounds)] : []),
    `${arms[1]} against ${arms[0]}, over ${countText(cases, "case")}${times} that both completed:\n`,
    `  equal: ${equal.join(", ") || "nothing"}${unequal.length > 0 ? `; DIFFERENT: ${unequal.join(", ")}` : ""}\n`,
    `  latency: ${latencyText(latency)}\n`,
  ].join("");
}

function latencyText({ verdict, ratio, interval, cases, pairs, margin, effectSize }: Equivalence): string {
  const percent = `${Number((margin * 100).toPrecision(3))} %`;
  const of = `${countText(pairs, "paired point")} of ${countText(cases, "case")}`;
  if (ratio === null) return `${verdict} at ${percent}: ${of}`;
  if (interval === null) return `${verdict} at ${percent}: ratio ${ratio.toFixed(3)} (${of}: an interval takes two)`;
  const effect = effectSize === null ? "" : `, effect size ${effectSize.toFixed(2)}`;
  const [low, high] = interval.map((bound) => bound.toFixed(3));
  return `${verdict} at ${percent}: ratio ${ratio.toFixed(3)} (90 % interval ${low} to ${high}, ${of}${effect})`;
}

const columns = [
  { heading: "round", align: "right" },
  { heading: "cases", align: "right" },
  { heading: "ratio", align: "right" },
  { heading: "latency" },
] as const;

function roundsText(rounds: readonly Equivalence[]): string {
  const rows = rounds.map(({ cases, ratio, verdict }, index) => [
    String(index + 1),
    String(cases),
    ratio?.toFixed(3) ?? "–",
    verdict,
  ]);
  return textTable(columns, rows);
}
