import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "./assay.js";

const header =
  "framework,version,device,op_name,kernel_source,moe_dtype,num_tokens,hidden_size,inter_size,topk,num_experts,moe_tp_size,moe_ep_size,distribution,latency";
const sweep = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048];

/** A folder with a MoE table of some curves of 12 points, one of which is four times as slow as its neighbours say. */
export function tableFolder(curves: number): string {
  const folder = temporaryFolder();
  const file = join(folder, "h200_sxm", "moe", "vllm", "0.24.0", "moe_perf.csv");
  mkdirSync(dirname(file), { recursive: true });
  const rows = Array.from({ length: curves }, (_, curve) => sweep.map((tokens) => row(curve, tokens))).flat();
  writeFileSync(file, `${[header, ...rows].join("\n")}\n`);
  return folder;
}

function row(curve: number, tokens: number): string {
  const dtype = ["bfloat16", "fp8"][curve % 2] ?? "";
  const latency = (0.05 + 0.002 * tokens * (1 + curve / 100)) * (curve === 3 && tokens === 64 ? 4 : 1);
  const cells = ["VLLM", "0.24.0", "NVIDIA H200", "moe", "kernel", dtype, tokens];
  return [...cells, 1024 + 128 * curve, 512, 2, 8, 1, 1, "balanced", latency.toFixed(6)].join(",");
}
