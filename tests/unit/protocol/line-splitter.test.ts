import * as fc from "fast-check";
import { expect, test } from "vitest";
import { LineSplitter } from "../../../src/protocol/framing.js";

test("lines come out whole however their bytes are cut", () => {
  const lines = fc.array(fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\n", " ")));
  fc.assert(
    fc.property(lines, fc.array(fc.nat(), { maxLength: 8 }), (lines, cuts) => {
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
      const splitter = new LineSplitter();
      const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
      const got = places.slice(1).flatMap((end, index) => [...splitter.push(bytes.subarray(places[index], end))]);
      expect(got).toEqual(lines);
    }),
  );
});

test("a line that never ends is not given out", () => {
  expect([...new LineSplitter().push(Buffer.from("whole\npart"))]).toEqual(["whole"]);
});

test("bytes that are no UTF-8 are refused, after the lines before them", () => {
  const lines = new LineSplitter().push(Buffer.from([0x61, 0x0a, 0xc3, 0x28, 0x0a]));
  expect(lines.next().value).toBe("a");
  expect(() => lines.next()).toThrowError(
    expect.objectContaining({ fault: "encoding", message: 'a line is not UTF-8: "Ã("' }),
  );
});

test.each([
  ["in one piece", ["0123456789abc\n"]],
  ["in pieces", ["0123", "4567", "89a"]],
])("a line past the bound is refused, %s, before it has ended", (_how, chunks) => {
  const splitter = new LineSplitter(10);
  const read = () => chunks.flatMap((chunk) => [...splitter.push(Buffer.from(chunk))]);
  const message = expect.stringContaining('longer than 10 bytes: "0123456789a');
  expect(read).toThrowError(expect.objectContaining({ name: "ProtocolError", fault: "length", message }));
});

test("a line as long as the bound is taken", () => {
  expect([...new LineSplitter(10).push(Buffer.from("0123456789\n"))]).toEqual(["0123456789"]);
});
