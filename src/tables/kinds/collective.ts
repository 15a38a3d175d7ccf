import type { TableColumn } from "../../ops/moe/table.js";
import type { TableKind } from "./table-kind.js";

const sizes: readonly TableColumn[] = [
  { name: "num_gpus", type: "integer" },
  { name: "message_size", type: "integer" },
];

/** Collectives of NCCL; `message_size` counts elements, `op_name` names the collective. */
export const ncclKind: TableKind = {
  name: "nccl",
  family: "comm",
  key: [{ name: "nccl_dtype", type: "text" }, ...sizes],
  dtype: "nccl_dtype",
  axes: ["message_size"],
  latencyUnit: "ms",
};

/** A framework's own all-reduce; `message_size` counts elements. */
export const customAllreduceKind: TableKind = {
  name: "custom_allreduce",
  family: "comm",
  key: [{ name: "allreduce_dtype", type: "text" }, ...sizes],
  dtype: "allreduce_dtype",
  axes: ["message_size"],
  latencyUnit: "ms",
};
