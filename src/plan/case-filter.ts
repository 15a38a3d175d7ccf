import type { LayerCase } from "../ops/layer-case.js";
import { FilterMatchesNothing } from "./filter-matches-nothing.js";

/** The fields by which cases can be chosen. */
export const filterNames = ["op", "model", "dtype", "tp", "ep", "key"] as const;
export type FilterName = (typeof filterNames)[number];

/**
 * Which cases are wanted: those that match every field given, each by any of its values. A key matches by its first
 * digits, a model by any of a case's names.
 */
export type CaseFilter = { readonly [Name in FilterName]?: readonly string[] | undefined };

/** What a filter looks at. */
export interface Filterable {
  readonly op: string;
  readonly models: readonly string[];
  /** `null` where a model has no such layer. */
  readonly layer: LayerCase | null;
  /** Worked out only where a filter asks for it. */
  readonly key: string | null;
}

interface Condition {
  readonly name: FilterName;
  readonly values: readonly string[];
}

/**
 * The items that a filter wants, in their order.
 * @throws FilterMatchesNothing for a value that no item has, and where no item has all that is asked of it.
 */
export function selectCases<T extends Filterable>(items: readonly T[], filter: CaseFilter): T[] {
  const conditions = filterNames.flatMap((name): Condition[] => {
    const values = filter[name];
    return values === undefined ? [] : [{ name, values }];
  });
  for (const { name, values } of conditions) {
    const there = facetsOf(items, name);
    const absent = values.filter((value) => !there.some((facet) => matches(name, value, facet)));
    if (absent.length > 0) throw FilterMatchesNothing.ofValues({ name, values: absent, there });
  }
  const wanted = items.filter((item) => conditions.every((condition) => holds(condition, item)));
  if (wanted.length === 0) throw FilterMatchesNothing.ofAll(offers(items, conditions));
  return wanted;
}

function offers(items: readonly Filterable[], conditions: readonly Condition[]) {
  return conditions.map((condition) => {
    const others = conditions.filter((other) => other !== condition);
    const left = items.filter((item) => others.every((other) => holds(other, item)));
    return { ...condition, there: facetsOf(left, condition.name) };
  });
}

function holds({ name, values }: Condition, item: Filterable): boolean {
  return facets(item, name).some((facet) => values.some((value) => matches(name, value, facet)));
}

/** Every value that some item has, once; numbers in their order. */
function facetsOf(items: readonly Filterable[], name: FilterName): string[] {
  const there = [...new Set(items.flatMap((item) => facets(item, name)))];
  return there.sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
}

function facets(item: Filterable, name: FilterName): readonly string[] {
  switch (name) {
    case "op":
      return [item.op];
    case "model":
      return item.models;
    case "key":
      return item.key === null ? [] : [item.key];
    case "dtype":
    case "tp":
    case "ep":
      return item.layer?.op === "moe" ? [String(item.layer[name])] : [];
  }
}

function matches(name: FilterName, value: string, facet: string): boolean {
  return name === "key" ? facet.startsWith(value) : facet === value;
}
