import { describe, expect, test } from "vitest";
import type { TableFile } from "../../../src/tables/import/read-file.js";
import { isUsable, readTableBytes } from "../../../src/tables/import/read-table-file.js";
import { cellAt } from "../../../src/tables/table.js";

const ranks = Array.from(
  { length: 8 },
  (_, rank) => `#  Rank  ${rank} Group  0 Pid  51244 on      node1 device  ${rank} [0x1b] NVIDIA H200`,
).join("\n");
const preamble = `# nThread 1 nGpus 8 minBytes 512 maxBytes 1024 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0
#
# Using devices
${ranks}
NCCL version 2.26.2+cuda12.8
#`;

const withRedop = `${preamble}
#                                                              out-of-place                       in-place
#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
         512           256      half     sum      -1    45.82    0.01    0.02      0    46.11    0.01    0.02      0
        1024           512      half     sum      -1    47.10    0.02    0.04      0    46.90    0.02    0.04      0
# Out of bounds values : 0 OK
# Avg bus bandwidth    : 0.0300
`;

const withoutRedop = `${preamble}
#                                                       out-of-place                       in-place
#       size         count      type     time   algbw   busbw  error     time   algbw   busbw  error
#        (B)    (elements)               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
         512           256      half    45.82    0.01    0.02  0e+00    46.11    0.01    0.02  0e+00
`;

function usable(text: string, file = "all_reduce_perf.txt"): TableFile {
  const found = readTableBytes(Buffer.from(text), file);
  if (!isUsable(found)) throw new Error(found.reason);
  return found;
}

describe("read by its headings", () => {
  test.each([
    ["with the column redop", withRedop, 2],
    ["without it", withoutRedop, 1],
    ["with warnings before the table", `WARNING: no IB device\nnode1: libibverbs: 1 2 3 4 5\n${withRedop}`, 2],
    ["with mpirun's prefixes", withRedop.replaceAll(/^/gm, "[1,0]<stdout>:"), 2],
    ["with mpirun's prefixes and a space", withRedop.replaceAll(/^/gm, "[1,0]<stdout> "), 2],
    ["with a launcher's host names", withRedop.replaceAll(/^(?=#| )/gm, "node1: "), 2],
    ["with DOS line ends", withRedop.replaceAll("\n", "\r\n"), 2],
  ])("%s: 45.82 µs are 0.04582 ms", (_, text, rows) => {
    const { table, refused } = usable(text);
    expect(table.rows).toBe(rows);
    expect(refused).toEqual([]);
    expect(cellAt(table, "latency", 0)).toBe(0.04582);
    expect(cellAt(table, "message_size", 0)).toBe(256);
    expect(["op_name", "num_gpus", "device", "version", "nccl_dtype"].map((name) => cellAt(table, name, 0))).toEqual([
      "all_reduce",
      8,
      "NVIDIA H200",
      "2.26.2",
      "half",
    ]);
  });
});

test("no rows are a failure", () => {
  const text = withRedop.slice(0, withRedop.indexOf("         512"));
  expect(readTableBytes(Buffer.from(text), "all_reduce_perf.txt")).toMatchObject({
    fault: "unreadable",
    reason: expect.stringContaining("no rows"),
  });
});

test("what neither the output nor the file's name says is asked for by its option; then it is taken", () => {
  const bytes = Buffer.from(withoutRedop.replace("NCCL version 2.26.2+cuda12.8\n", ""));
  expect(readTableBytes(bytes, "out.txt")).toMatchObject({ reason: expect.stringContaining("--nccl-op") });
  expect(readTableBytes(bytes, "all_gather_perf.txt")).toMatchObject({
    reason: expect.stringContaining("--nccl-version"),
  });
  const told = readTableBytes(bytes, "out.txt", { op: "all_gather", version: "2.26.2" });
  expect(isUsable(told) && cellAt(told.table, "op_name", 0)).toBe("all_gather");
});

test("devices of two kinds are no device", () => {
  const text = withRedop.replace("device  3 [0x1b] NVIDIA H200", "device  3 [0x1b] NVIDIA H100");
  expect(readTableBytes(Buffer.from(text), "all_reduce.txt")).toMatchObject({
    reason: expect.stringContaining("--nccl-device"),
  });
});

test.each([
  ["a time of 0", "45.82", " 0.00", "time"],
  ["values that came out wrong", "0.02      0    46.11", "0.02     17    46.11", "#wrong"],
  ["a row that was cut off", "0.02      0\n        1024", "0.02\n        1024", ""],
  ["a type that nobody knows", "half     sum      -1    45.82", "quad     sum      -1    45.82", "type"],
])("%s: the row is refused with its line", (_, from, to, column) => {
  const { table, refused } = usable(withRedop.replace(from, to));
  expect(table.rows).toBe(1);
  expect(refused).toMatchObject([{ row: 17, column }]);
});
