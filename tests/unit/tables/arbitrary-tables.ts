import fc from "fast-check";
import { numberColumn, textColumn } from "../../../src/tables/column-builder.js";
import type { Column } from "../../../src/tables/column.js";
import { moeKeyColumns } from "../../../src/ops/moe/table.js";
import type { Table } from "../../../src/tables/table.js";

const word = fc.oneof(
  fc.constantFrom("vllm", "triton", "größer", "a,b", ""),
  fc.string({ unit: "grapheme", maxLength: 8 }),
);
const size = fc.oneof(fc.integer({ min: 1, max: 2 ** 20 }), fc.constantFrom(1, 2 ** 31, Number.MAX_SAFE_INTEGER));
/** Any duration above 0 that a double can hold. */
const latency = fc.double({ min: Number.MIN_VALUE, max: 1e12, noNaN: true });

/** MoE tables with extra columns, some cells of which are empty. */
export function moeTables(maxRows = 40): fc.Arbitrary<Table> {
  return fc.integer({ min: 1, max: maxRows }).chain((rows) => {
    const cells = <T>(cell: fc.Arbitrary<T>) => fc.array(cell, { minLength: rows, maxLength: rows });
    const text = (cell: fc.Arbitrary<string | null>) => cells(cell).map(textColumn);
    const named = (name: string) => text(word.map((value) => `${name}${value}`));
    const columns: Record<string, fc.Arbitrary<Column>> = {
      framework: text(fc.constantFrom("vllm", "sglang")),
      version: text(fc.constantFrom("0.24.0", "1.0+cpu")),
      device: text(fc.constantFrom("NVIDIA H200", "AMD EPYC")),
      op_name: text(fc.constant("moe")),
      kernel_source: named("k"),
      ...Object.fromEntries(
        moeKeyColumns.map(({ name, type }) => [
          name,
          type === "text" ? named(name) : cells(size).map((values) => numberColumn("integer", values)),
        ]),
      ),
      extra: text(fc.option(word)),
      count: cells(fc.option(size)).map((values) => numberColumn("integer", values)),
      latency: cells(latency).map((values) => numberColumn("real", values)),
      power: cells(fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }))).map((values) =>
        numberColumn("real", values),
      ),
    };
    return fc.record(columns).map((made) => ({ name: "moe", rows, columns: new Map(Object.entries(made)) }));
  });
}
