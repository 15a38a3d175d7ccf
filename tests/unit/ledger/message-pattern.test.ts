import { expect, test } from "vitest";
import { messagePattern } from "../../../src/ledger/message-pattern.js";

test.each([
  [
    "amounts of memory",
    "CUDA out of memory. Tried to allocate 20.00 MiB. GPU 0 has 79.10 GiB",
    "CUDA out of memory. Tried to allocate 1.50 GiB. GPU 3 has 512 MiB",
  ],
  [
    "shapes",
    "mat1 and mat2 shapes cannot be multiplied (8x4096 and 2048x1792)",
    "mat1 and mat2 shapes cannot be multiplied (16x64 and 1x2)",
  ],
  [
    "lists of sizes, however long",
    "shape [1, 2, 3] is invalid for input of size 4096",
    "shape [16, 8] is invalid for input of size 1,024",
  ],
  ["addresses", "illegal access at 0x7f3a99", "illegal access at 0x10"],
  ["paths", "cannot open /opt/models/a/w.bin", "cannot open /home/me/x/y.bin"],
  ["ids", "request 3fa9c1d2-0000-4000-8000-123456789abc failed", "request 11111111-2222-4333-8444-555555555555 failed"],
  ["hashes", "attempt 3fa9c1d2e3f4 was lost", "attempt 00ff00ff00ff was lost"],
  ["times", "no progress for 600 s (deadline `point`)", "no progress for 61 s (deadline `point`)"],
])("two messages that differ in %s are of one kind", (_what, one, other) => {
  expect(messagePattern(one)).toBe(messagePattern(other));
});

test.each([
  ["dtypes", "no kernel for fp8", "no kernel for fp4"],
  ["architectures", "built for sm_90", "built for sm_100"],
  ["words", "expert map is empty", "expert map is full"],
  ["deadlines", "no progress for 60 s (deadline `point`)", "no progress for 60 s (deadline `build`)"],
])("two messages that differ in %s are not", (_what, one, other) => {
  expect(messagePattern(one)).not.toBe(messagePattern(other));
});

test("a pattern stays readable and short", () => {
  expect(messagePattern("Tried to allocate 20.00 MiB at 0x7f00 in /usr/lib/x.so")).toBe(
    "Tried to allocate # bytes at <hex> in <path>",
  );
  expect(messagePattern("very ".repeat(10_000)).length).toBeLessThanOrEqual(600);
});
