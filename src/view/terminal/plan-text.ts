import type { Plan } from "../../plan/plan.js";
import { bytesText, countText } from "../quantities.js";
import { textTable } from "./text-table.js";

const columns = [
  { heading: "key" },
  { heading: "case" },
  { heading: "points", align: "right" },
  { heading: "weights", align: "right" },
  { heading: "models" },
] as const;

/** A plan for people: its cases in order, what it refuses and why, and the sum. */
export function planText(plan: Plan): string {
  const rows = plan.cases.map(({ key, name, coordinates, weightBytes, models }) => [
    key.slice(0, 12),
    name,
    String(coordinates.length),
    bytesText(weightBytes),
    models.join(", "),
  ]);
  const refused = plan.refusals.map(
    ({ reason, count, examples }) => `refused: ${countText(count, "case")}: ${reason} (e.g. ${examples[0] ?? ""})\n`,
  );
  const points = plan.cases.reduce((sum, { coordinates }) => sum + coordinates.length, 0);
  const devices = plan.devices.map(({ name, runtime }) => `${name} (${runtime})`).join(", ");
  const sum = `${countText(plan.cases.length, "case")}, ${countText(points, "point")}, on ${devices}\n`;
  return [textTable(columns, rows), ...refused, sum].join("");
}
