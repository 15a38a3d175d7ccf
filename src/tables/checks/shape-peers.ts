import { layerColumns } from "../keys.js";
import { cellAt } from "../table.js";
import type { CheckedTable } from "./checked-table.js";
import { curveSets, type SetCurve } from "./curve-set.js";
import { type Bound, boundsOf } from "./least-work.js";

/** A curve of some table, with the bounds of its table's rows where they are known. */
export interface ShapeCurve {
  readonly table: CheckedTable;
  readonly curve: SetCurve;
  /** Who measured what how: `vllm 0.24.0 fp8_block DeepGemm…`. */
  readonly label: string;
  readonly bounds: readonly (Bound | null)[] | null;
}

/** A curve and the others of its layer's shape on its device, whatever kernel, number format or backend. */
export interface ShapePeers {
  readonly own: ShapeCurve;
  readonly peers: readonly ShapeCurve[];
}

const KERNEL_COLUMNS: ReadonlySet<string> = new Set([
  "moe_kernel",
  "simulation_mode",
  "backend",
  "implementation",
  "attn_dtype",
]);

const found = new WeakMap<readonly CheckedTable[], readonly ShapePeers[]>();

/** All curves of the first axis of some tables, each with those that it may be compared with; worked out once. */
export function shapePeers(tables: readonly CheckedTable[]): readonly ShapePeers[] {
  const known = found.get(tables);
  if (known) return known;
  const shapes = new Map<string, ShapeCurve[]>();
  for (const table of tables) addCurves(shapes, table);
  const peers = [...shapes.values()].flatMap((shape) =>
    shape.map((own) => ({ own, peers: shape.filter((other) => other !== own) })),
  );
  found.set(tables, peers);
  return peers;
}

function addCurves(shapes: Map<string, ShapeCurve[]>, table: CheckedTable): void {
  const [set] = curveSets(table);
  const bounds = boundsOf(table);
  const columns = shapeColumns(table, set?.axis);
  for (const curve of set?.curves ?? []) {
    const key = columns.map((name) => `${name}=${String(cellAt(table.table, name, curve.rows[0] ?? 0))}`).join("|");
    const member = { table, curve, label: labelOf(table, curve), bounds };
    const members = shapes.get(`${table.kind.name}|${key}`);
    if (members) members.push(member);
    else shapes.set(`${table.kind.name}|${key}`, [member]);
  }
}

/** Tables of one kind may have their columns in another order. */
function shapeColumns({ table, kind }: CheckedTable, axis: string | undefined): string[] {
  const layer = layerColumns(table, kind).filter(
    (name) => name !== axis && name !== kind.dtype && !KERNEL_COLUMNS.has(name),
  );
  return ["device", ...layer, ...(kind.kernelsAreParts ? ["kernel_source"] : [])].sort();
}

function labelOf({ table, kind }: CheckedTable, { rows }: SetCurve): string {
  const columns = ["framework", "version", ...(kind.dtype ? [kind.dtype] : []), "kernel_source"];
  return columns.map((name) => String(cellAt(table, name, rows[0] ?? 0))).join(" ");
}
