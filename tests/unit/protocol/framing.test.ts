import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeMessage, parseCommand, parseReport, ProtocolError } from "../../../src/protocol/framing.js";
import { PROTOCOL_VERSION, type Report } from "../../../src/protocol/messages.js";

const alive: Report = { v: PROTOCOL_VERSION, kind: "alive" };

function fault(action: () => unknown): ProtocolError {
  try {
    action();
  } catch (error) {
    if (error instanceof ProtocolError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("a message", () => {
  test("is one line of JSON, whatever its text holds", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const line = encodeMessage({ v: PROTOCOL_VERSION, kind: "log", level: "info", text });
        expect(line.indexOf("\n")).toBe(line.length - 1);
        expect(parseReport(line.slice(0, -1))).toEqual({ v: 1, kind: "log", level: "info", text });
      }),
    );
  });

  test.each([NaN, Infinity, -Infinity])("is not sent with %s in it, which is named with its place", (costNs) => {
    const clock = { name: "c", resolutionNs: 1, costNs };
    const memory = {
      rssBytes: null,
      privateBytes: null,
      deviceAllocatedBytes: null,
      deviceReservedBytes: null,
      deviceFreeBytes: null,
      layersAlive: null,
    };
    const loaded: Report = { v: PROTOCOL_VERSION, kind: "loaded", versions: {}, device: {}, clock, memory };
    expect(fault(() => encodeMessage(loaded))).toMatchObject({
      fault: "json",
      message: `loaded.clock.costNs is ${costNs}, which JSON cannot carry`,
    });
  });
});

describe("a line is refused by name", () => {
  test.each([
    ["json", "", /not JSON/],
    ["json", '{"v":1,"kind":"alive"', /not JSON.*\{\\"v\\":1/],
    ["json", '{"v":1,"kind":"point","latency":NaN}', /NaN/],
    ["shape", "[1]", /an object, not "\[1\]"/],
    ["shape", "null", /an object/],
    ["version", '{"v":2,"kind":"alive"}', /protocol version 2; this program speaks 1/],
    ["version", '{"kind":"alive"}', /protocol version undefined/],
    ["kind", '{"v":1,"kind":"gibberish"}', /unknown message kind "gibberish"; known: ready, loaded, measuring/],
    ["kind", '{"v":1}', /unknown message kind undefined/],
    ["shape", '{"v":1,"kind":"alive","extra":1}', /bad "alive" message:[^]*extra/],
    [
      "shape",
      '{"v":1,"kind":"measuring","attempt":"a","coordinates":{"tokens":0}}',
      /bad "measuring"[^]*coordinates\.tokens/,
    ],
  ])("%s: %s", (kind, line, text) => {
    expect(fault(() => parseReport(line))).toMatchObject({ fault: kind, message: expect.stringMatching(text) });
  });

  test("a report is no command, and the other way round", () => {
    expect(parseReport(JSON.stringify(alive))).toEqual(alive);
    expect(fault(() => parseCommand(JSON.stringify(alive))).fault).toBe("kind");
    expect(fault(() => parseReport('{"v":1,"kind":"stop"}')).fault).toBe("kind");
  });

  test("a long line is quoted only in part", () => {
    expect(fault(() => parseReport("x".repeat(1e6))).message.length).toBeLessThan(400);
  });
});
