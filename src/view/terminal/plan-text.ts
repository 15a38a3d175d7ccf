import { shortKey } from "../../identity/keys.js";
import type { GetterRun, Plan } from "../../plan/plan.js";
import type { PlanEstimate } from "../../plan/plan-estimate.js";
import { sidesOf } from "../../plan/rounds.js";
import type { PlanPicture } from "../plan-picture.js";
import { bytesText, countText } from "../quantities.js";
import { differenceText } from "./difference-text.js";
import { refusalsText } from "./refusals-text.js";
import { textTable } from "./text-table.js";
import { timeBasis, timeText } from "./time-text.js";

const columns = [
  { heading: "key" },
  { heading: "case" },
  { heading: "points", align: "right" },
  { heading: "weights", align: "right" },
  { heading: "time", align: "right" },
] as const;

/** A plan for people: its cases in order, what it refuses and why, what it needs, and what it would change. */
export function planText({ plan, estimate, difference }: PlanPicture): string {
  return [
    ...(plan.cases.length === 0 ? [] : [caseTable(plan, estimate)]),
    refusalsText(plan.refusals),
    ...(plan.getters ?? []).map(getterText),
    ...(plan.cases.length === 0 ? [nothingText(plan)] : [sumText(plan), needsText(plan, estimate)]),
    ...(difference === null ? [] : [differenceText(difference)]),
  ].join("");
}

function caseTable(plan: Plan, estimate: PlanEstimate): string {
  const rows = plan.cases.map(({ key, name, coordinates, rows, weightBytes }) => {
    const needs = estimate.cases.get(key);
    const weights = rows && weightBytes === 0 ? "?" : bytesText(needs?.memoryBytes ?? weightBytes);
    return [shortKey(key), name, rows ? "?" : String(coordinates.length), weights, needs ? timeText(needs.time) : ""];
  });
  return textTable(columns, rows);
}

/** Whoever plans is told that code ran, which, and where. */
function getterText({ getter, file, python, version, environment, cases }: GetterRun): string {
  const place = environment === null ? "" : `, environment ${environment}`;
  return `ran Python code to plan: ${getter} of ${file}, with ${python} (Python ${version}${place}): ${countText(cases, "case")}\n`;
}

function nothingText({ refusals }: Plan): string {
  const reasons = refusals.length === 1 ? "the reason" : "the reasons";
  return `nothing to measure: all that the file asks for is refused, for ${reasons} above\n`;
}

function sumText({ cases, devices, arms, experiment }: Plan): string {
  const points = cases.reduce((sum, { coordinates }) => sum + coordinates.length, 0);
  const places = devices.map(({ name, runtime }) => `${name} (${runtime})`).join(", ");
  const rounds = experiment?.rounds === undefined ? "" : ` and ${experiment.rounds} rounds`;
  const times = arms ? `, in ${countText(sidesOf(arms).length, "arm")}${rounds}` : "";
  const rows = cases.some((planned) => planned.rows) ? " and what collectors write" : "";
  return `${countText(cases.length, "case")}, ${countText(points, "point")}${rows}${times}, on ${places}\n`;
}

function needsText(plan: Plan, { cases, scratchBytes, time }: PlanEstimate): string {
  const largest = plan.cases.reduce(
    (most, { key, weightBytes }) => Math.max(most, cases.get(key)?.memoryBytes ?? weightBytes),
    0,
  );
  const scratch = scratchBytes === 0 ? "" : `, from ${bytesText(scratchBytes)} of scratch files that cases share`;
  return `memory: up to ${bytesText(largest)} of weights a case${scratch}\ntime: ${timeText(time)}, ${timeBasis(plan, time)}\n`;
}
