import { moeTableCurve } from "../ops/moe/table.js";
import type { PlannedCase } from "./plan.js";
import { differingFields, PlanRefused } from "./plan-refused.js";

/** More pairs of models than these are counted, not told. */
const MOST_TOLD = 10;

/**
 * Refuses a plan in which a table would hold two layers under one key.
 * @throws PlanRefused with every pair of models that collide and the fields in which their layers differ.
 */
export function refuseCollisions(cases: readonly PlannedCase[]): void {
  const rows = new Map<string, PlannedCase>();
  const collisions = new Map<string, Collision[]>();
  for (const planned of cases) {
    const row = rowOf(planned);
    if (row === null) continue;
    const first = rows.get(row);
    if (first) addCollision(collisions, { first, second: planned });
    else rows.set(row, planned);
  }
  if (collisions.size > 0) throw new PlanRefused(refusalText([...collisions.values()]));
}

/** What a table would look a case up by; `null`: the rows of a foreign collector say that themselves. */
function rowOf({ case: layer }: PlannedCase): string | null {
  if (layer.op !== "moe") return null;
  const { runtime, callback } = layer;
  return JSON.stringify({ runtime, callback, ...moeTableCurve(layer) });
}

/** Two layers of one row. */
interface Collision {
  readonly first: PlannedCase;
  readonly second: PlannedCase;
}

/** Two models collide in many rows at once, always by the same fields. */
function addCollision(collisions: Map<string, Collision[]>, collision: Collision): void {
  const alike = [modelsText(collision), fieldsText(collision)].join(" ");
  const known = collisions.get(alike);
  if (known) known.push(collision);
  else collisions.set(alike, [collision]);
}

function refusalText(collisions: readonly (readonly Collision[])[]): string {
  const told = collisions.slice(0, MOST_TOLD).flatMap(collisionText);
  const left = collisions.length - MOST_TOLD;
  return [
    "the plan is refused, because nobody could tell its rows apart:",
    ...told,
    ...(left > 0 ? [`  and ${left} more pairs`] : []),
    "Measure them in two campaigns, or choose with --model or --key",
  ].join("\n");
}

function collisionText(alike: readonly Collision[]): string[] {
  const [example] = alike;
  if (!example) return [];
  const rows = alike.length === 1 ? "one row" : `${alike.length} rows`;
  const share = `${modelsText(example)} would share ${rows} of the table (${rowText(example.first)}${alike.length > 1 ? ", …" : ""})`;
  return [`  ${share}, but are not the same layer: they differ in ${fieldsText(example)}`];
}

function modelsText({ first, second }: Collision): string {
  return `${first.models.join("+")} and ${second.models.join("+")}`;
}

function fieldsText({ first, second }: Collision): string {
  return differingFields(first.case, second.case).join(", ");
}

function rowText({ case: layer }: PlannedCase): string {
  if (layer.op !== "moe") return "";
  const { moe_dtype, moe_tp_size, moe_ep_size, distribution } = moeTableCurve(layer);
  return `${moe_dtype} tp${moe_tp_size} ep${moe_ep_size} ${distribution}`;
}
