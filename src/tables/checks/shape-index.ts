import { layerColumns } from "../keys.js";
import { cellAt } from "../table.js";
import type { CheckedTable } from "./checked-table.js";
import { curveSets, type SetCurve } from "./curve-set.js";
import { type Bound, boundsOf } from "./least-work.js";

/** A curve of some table, with a bound for each point where one is known. */
export interface ShapeCurve {
  readonly table: CheckedTable;
  readonly curve: SetCurve;
  /** Who measured what how: `vllm 0.24.0 fp8_block DeepGemm…`. */
  readonly label: string;
  readonly bound: ((row: number) => Bound | null) | null;
}

/** Curves of one layer's shape on one device, whatever kernel, number format or backend: they may be compared. */
export type ShapeIndex = ReadonlyMap<string, readonly ShapeCurve[]>;

const KERNEL_COLUMNS: ReadonlySet<string> = new Set(["moe_kernel", "simulation_mode", "backend", "implementation"]);

const indexes = new WeakMap<readonly CheckedTable[], ShapeIndex>();

/** All curves of the first axis of some tables, by device and shape; worked out once for a check. */
export function shapeIndex(tables: readonly CheckedTable[]): ShapeIndex {
  const known = indexes.get(tables);
  if (known) return known;
  const index = new Map<string, ShapeCurve[]>();
  for (const table of tables) addCurves(index, table);
  indexes.set(tables, index);
  return index;
}

/** Other curves of a curve's shape on its device. */
export function peersOf(index: ShapeIndex, own: ShapeCurve): ShapeCurve[] {
  return (index.get(shapeKey(own.table, own.curve)) ?? []).filter(({ curve }) => curve !== own.curve);
}

function addCurves(index: Map<string, ShapeCurve[]>, table: CheckedTable): void {
  const [set] = curveSets(table);
  const bound = boundsOf(table);
  for (const curve of set?.curves ?? []) {
    const key = shapeKey(table, curve);
    const found = { table, curve, label: labelOf(table, curve), bound };
    const members = index.get(key);
    if (members) members.push(found);
    else index.set(key, [found]);
  }
}

function shapeKey(checked: CheckedTable, curve: SetCurve): string {
  const { table, kind } = checked;
  const row = curve.rows[0] ?? 0;
  const columns = layerColumns(table, kind).filter(
    (name) => name !== curve.axis && name !== kind.dtype && !KERNEL_COLUMNS.has(name) && name !== "attn_dtype",
  );
  if (kind.kernelsAreParts) columns.push("kernel_source");
  const cells = columns.toSorted().map((name) => `${name}=${String(cellAt(table, name, row))}`);
  return [kind.name, String(cellAt(table, "device", row)), ...cells].join("|");
}

function labelOf({ table, kind }: CheckedTable, { rows }: SetCurve): string {
  const columns = ["framework", "version", ...(kind.dtype ? [kind.dtype] : []), "kernel_source"];
  return columns.map((name) => String(cellAt(table, name, rows[0] ?? 0))).join(" ");
}
