import type { Coordinates } from "../identity/keys.js";
import type { Plan } from "../plan/plan.js";
import { sideNamed } from "../plan/rounds.js";
import type { CaseState } from "./case-state.js";

/** The fields by which failures are told apart. */
const attributeNames = ["op", "model", "dtype", "tp", "ep", "callback", "device", "arm"] as const;
export type AttributeName = (typeof attributeNames)[number];

/** What cases have in common that not all cases of the campaign have. */
export interface SharedAttributes {
  readonly shared: Readonly<Partial<Record<AttributeName, string>>>;
  /** How many planned cases have all of these: more than the members, and others with them did not fail so. */
  readonly sharedBy: number;
  /** Every member failed from this size on and had measured below it; `null` where that does not hold. */
  readonly from: { readonly axis: string; readonly size: number } | null;
}

/** A case that failed, and the point at which it did. */
export interface FailedAt {
  readonly state: CaseState;
  readonly failedAt: Coordinates | null;
}

/** What some failed cases share, seen against all that are planned. */
export function sharedAttributes(
  failed: readonly FailedAt[],
  planned: readonly CaseState[],
  plan: Plan | null,
): SharedAttributes {
  const members = failed.map(({ state }) => attributesOf(state, plan));
  const others = planned.map((state) => attributesOf(state, plan));
  const found = attributeNames.flatMap((name) => {
    const common = (members[0]?.[name] ?? []).filter((value) =>
      members.every((member) => member[name].includes(value)),
    );
    // A device says something only among cases that were on one.
    const known = others.filter((other) => other[name].length > 0);
    const telling = common.filter((value) => !known.every((other) => other[name].includes(value)));
    return telling.length > 0 ? [{ name, values: telling }] : [];
  });
  const hasAll = (other: Attributes) =>
    found.every(({ name, values }) => values.every((value) => other[name].includes(value)));
  return {
    shared: Object.fromEntries(found.map(({ name, values }) => [name, values.join(", ")])),
    sharedBy: others.filter(hasAll).length,
    from: commonStart(failed),
  };
}

type Attributes = Readonly<Record<AttributeName, readonly string[]>>;

/** Every attribute as a list: a case may be the layer of several models. */
function attributesOf({ planned, arm, attempts }: CaseState, plan: Plan | null): Attributes {
  const layer = planned?.case;
  const sizes = layer?.op === "moe" ? layer : null;
  return {
    op: one(layer?.op),
    model: planned?.models ?? [],
    dtype: one(sizes?.dtype),
    tp: one(sizes?.tp),
    ep: one(sizes?.ep),
    callback: one(layer?.callback),
    device: one(attempts.at(-1)?.record.device),
    arm: one(sideNamed(plan, arm)),
  };
}

function one(value: string | number | null | undefined): string[] {
  return value === null || value === undefined ? [] : [String(value)];
}

/** The least size at which members failed, where each failed at one and had measured all that is below. */
function commonStart(failed: readonly FailedAt[]): SharedAttributes["from"] {
  const axis = Object.keys(failed[0]?.failedAt ?? {})[0];
  if (axis === undefined) return null;
  const sizes = failed.map((one) => sizeOfFailure(one, axis));
  const size = Math.min(...sizes.map((known) => known ?? NaN));
  const measured = failed.flatMap(({ state }) =>
    [...state.points.values()].map(({ record }) => record.coordinates[axis] ?? 0),
  );
  const holds = Number.isFinite(size) && measured.some((done) => done < size) && measured.every((done) => done < size);
  return holds ? { axis, size } : null;
}

function sizeOfFailure({ failedAt }: FailedAt, axis: string): number | null {
  return failedAt?.[axis] ?? null;
}
