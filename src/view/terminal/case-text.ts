import type { CaseDetails, ExpertCounts, PointDetails } from "../../plan/case-details.js";
import type { PlanEstimate } from "../../plan/plan-estimate.js";
import { bytesText, latencyText } from "../quantities.js";
import { textTable } from "./text-table.js";
import { timeText } from "./time-text.js";

const columns = [
  { heading: "tokens", align: "right" },
  { heading: "point key" },
  { heading: "FLOP", align: "right" },
  { heading: "bytes", align: "right" },
  { heading: "one run", align: "right" },
  { heading: "known from" },
  { heading: "expert's tokens", align: "right" },
  { heading: "rank 0", align: "right" },
] as const;

/** All that can be said of a case before it is measured, for people. */
export function caseText({ planned, table, points }: CaseDetails, { cases, scratchBytes }: PlanEstimate): string {
  const needs = cases.get(planned.key);
  const facts: [string, string][] = [
    ["key", planned.key],
    ["models", planned.models.join(", ")],
    ...fieldLines(planned.case),
    ...(table === null ? [] : fieldLines(table, "table ")),
    ["weights", `${bytesText(planned.weightBytes)} a rank${laidOut(needs?.memoryBytes ?? null, scratchBytes)}`],
    ["time", needs ? timeText(needs.time) : "?"],
  ];
  const width = Math.max(...facts.map(([name]) => name.length));
  const lines = facts.map(([name, value]) => `  ${name.padEnd(width)}  ${value}\n`);
  return [`${planned.name}\n`, ...lines, points.length === 0 ? "" : textTable(columns, points.map(pointRow))].join("");
}

/** `routing.scale  2.5`, a line for each field that holds no fields itself. */
function fieldLines(value: object, prefix = ""): [string, string][] {
  return Object.entries(value).flatMap(([name, field]: [string, unknown]): [string, string][] =>
    typeof field === "object" && field !== null
      ? fieldLines(field, `${prefix}${name}.`)
      : [[`${prefix}${name}`, typeof field === "string" ? field : JSON.stringify(field)]],
  );
}

function laidOut(memoryBytes: number | null, scratchBytes: number): string {
  return memoryBytes === null ? "" : `; ${bytesText(memoryBytes)} as laid out, ${bytesText(scratchBytes)} of scratch`;
}

function pointRow({ key, coordinates, flop, bytes, expected, draws }: PointDetails): string[] {
  return [
    String(coordinates["tokens"] ?? ""),
    key,
    flop.toExponential(2),
    bytesText(bytes),
    expected === null ? "?" : latencyText(expected.seconds * 1000),
    expected?.source ?? "",
    ...(draws === null ? ["", "too many to show"] : spreadTexts(draws)),
  ];
}

/** Over all draws: the tokens of the experts with the fewest and the most, and rank 0's share. */
function spreadTexts(draws: readonly ExpertCounts[]): [string, string] {
  const least = Math.min(...draws.map((draw) => draw.least));
  const most = Math.max(...draws.map((draw) => draw.most));
  const shares = draws.map(({ rank0Share }) => rank0Share);
  const [lowest, highest] = [percent(Math.min(...shares)), percent(Math.max(...shares))];
  return [`${least}–${most}`, lowest === highest ? lowest : `${lowest}–${highest}`];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}
