import { numbersOf } from "../../curves.js";
import { kindOf } from "../../kinds/known-kinds.js";
import type { Peak } from "../../kinds/number-format.js";
import { LATENCY } from "../../kinds/table-kind.js";
import { rowCells } from "../../row-cells.js";
import { knownSystem } from "../../systems/known-systems.js";
import type { System } from "../../systems/system.js";
import { cellAt, type Table } from "../../table.js";

const PEAKS: readonly Peak[] = ["bfloat16", "int8", "fp8", "fp4"];

/**
 * The text of a system file for a device that aiconfigurator does not describe. Peaks are the data sheet's where the
 * device is known; else what the measured points reached at least, so that no answer is raised to a bound that the
 * device never showed.
 */
export function systemText(name: string, tables: readonly Table[]): string {
  const device = String((tables[0] && cellAt(tables[0], "device", 0)) ?? name);
  const known = knownSystem(device);
  const system = known ?? reachedSystem(name, tables);
  return `# ${device}. Written by Assay; change it where you know better.
# Peaks: ${known ? "from the data sheet" : "what the measured points reached at least; no data sheet is known here"}.
# What Assay cannot know (network, node, libraries) holds placeholders that no measured point depends on.
data_dir: data/${name}
gpu:
  mem_bw: ${system.bytesPerSecond}
  mem_bw_empirical_scaling_factor: 0.8
  mem_empirical_constant_latency: 0.000003
  mem_capacity: ${memoryBytes(known)}
${PEAKS.flatMap((peak) => peakLine(peak, system)).join("\n")}
  power: 1
  sm_version: ${SM_VERSIONS[name.split("_")[0] ?? ""] ?? 0}
node:
  num_gpus_per_node: 8
  inter_node_bw: 25000000000
  intra_node_bw: 25000000000
  pcie_bw: 25000000000
  p2p_latency: 0.00001
misc:
  nccl_mem:
    1: 0
    2: 0
    4: 0
    8: 0
  other_mem: 0
  nccl_version: '0'
`;
}

const SM_VERSIONS: Readonly<Record<string, number>> = { a100: 80, l40s: 89, h100: 90, h200: 90, b200: 100 };
const PLACEHOLDER_MEMORY = 2 ** 36;

function memoryBytes(known: System | null): number {
  return known?.memoryBytes ?? PLACEHOLDER_MEMORY;
}

function peakLine(peak: Peak, { flopPerSecond }: System): string[] {
  const flops = flopPerSecond[peak];
  return flops === undefined ? [] : [`  ${peak}_tc_flops: ${flops}`];
}

/** The highest rates of any point, in two digits, rounded down. */
function reachedSystem(name: string, tables: readonly Table[]): System {
  const flopPerSecond: Partial<Record<Peak, number>> = {};
  let bytesPerSecond = 1;
  for (const { peak, flopRate, byteRate } of tables.flatMap(ratesOf)) {
    flopPerSecond[peak] = Math.max(flopPerSecond[peak] ?? 1, twoDigits(flopRate));
    bytesPerSecond = Math.max(bytesPerSecond, twoDigits(byteRate));
  }
  return { name, flopPerSecond: { bfloat16: 1, ...flopPerSecond }, bytesPerSecond, cacheBytes: 0, memoryBytes: null };
}

function ratesOf(table: Table): { peak: Peak; flopRate: number; byteRate: number }[] {
  const latencies = numbersOf(table, LATENCY);
  const { leastWork } = kindOf(table.name);
  if (!latencies || !leastWork) return [];
  const cursor = { row: 0 };
  const cells = rowCells(table, cursor);
  return Array.from(latencies).flatMap((ms, row) => {
    cursor.row = row;
    const work = leastWork(cells);
    return work ? [{ peak: work.peak, flopRate: (work.flop / ms) * 1000, byteRate: (work.bytes / ms) * 1000 }] : [];
  });
}

function twoDigits(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.floor(value / unit) * unit;
}
