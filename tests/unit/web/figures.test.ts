import { assert, double, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { count, counted, percent, significant } from "../../../web/figures/number.js";
import { duration, moment, secondsBetween, timeOfDay, wholeSeconds } from "../../../web/figures/time.js";
import { byteUnit, latency, latencyUnit, memory } from "../../../web/figures/unit.js";

describe("numbers", () => {
  test.each([
    [7.1234, "7.12"],
    [0.012345, "0.0123"],
    [81.149, "81.1"],
    [999.6, "999.6"],
    [1234.5, "1,235"],
    [143_528, "143,500"],
    [-0.064, "−0.0640"],
    [0, "0"],
    [Infinity, "–"],
  ])("%d reads %s", (value, text) => expect(significant(value)).toBe(text));

  test("never show an exponent or more than five digits in a row, and keep their size to half a per cent", () => {
    assert(
      property(double({ min: 1e-4, max: 1e9, noNaN: true }), (value) => {
        const text = significant(value);
        expect(text).not.toMatch(/e|\d{5,}\d*\.|\d{10}/);
        expect(Math.abs(Number(text.replaceAll(",", "")) / value - 1)).toBeLessThan(0.005001);
      }),
    );
  });

  test("count things in words", () => {
    expect([count(1024), counted(1, "case"), counted(2000, "case")]).toEqual(["1,024", "1 case", "2,000 cases"]);
  });

  test("say shares in per cent, and nothing where there is no share", () => {
    expect([percent(0.0123), percent(-0.5), percent(null)]).toEqual(["1.2 %", "−50 %", "–"]);
  });
});

describe("units", () => {
  test.each([
    [0.0834, "83.4 µs"],
    [12.34, "12.3 ms"],
    [1234, "1.23 s"],
    [0, "0 ms"],
  ])("%d ms reads %s", (ms, text) => expect(latency(ms)).toBe(text));

  test("a table of latencies has one unit", () => {
    expect([latencyUnit(0.01, 0.5), latencyUnit(0.5, 1300), latencyUnit(2000, 9000)].map(({ name }) => name)).toEqual([
      "µs",
      "ms",
      "s",
    ]);
  });

  test.each([
    [0, "0 B"],
    [672 * 1024 ** 2, "672 MiB"],
    [1.44 * 1024 ** 3, "1.44 GiB"],
    [-3 * 1024 ** 2, "−3.00 MiB"],
  ])("%d bytes read %s", (bytes, text) => expect(memory(bytes)).toBe(text));

  test("memory below a KiB is still written in KiB, so that an axis keeps its unit", () => {
    expect(byteUnit(512).name).toBe("KiB");
  });
});

describe("times", () => {
  test("are in UTC whatever the reader's zone", () => {
    expect(moment("2025-10-14T10:12:07.123+02:00")).toBe("2025-10-14 08:12:07 UTC");
    expect(timeOfDay("2025-10-14T10:12:07.123+02:00")).toBe("08:12:07");
  });

  test("that are no times stay as they are", () =>
    expect([moment("soon"), timeOfDay("soon")]).toEqual(["soon", "soon"]));

  test.each([
    [4.314, "4.31 s"],
    [125, "2 min 5 s"],
    [11_520, "3 h 12 min"],
  ])("%d s read %s", (seconds, text) => expect(duration(seconds)).toBe(text));

  test.each([
    [6.7, "7 s"],
    [59.6, "1 min 0 s"],
    [3599.9, "1 h 0 min"],
  ])("%d s are about %s", (seconds, text) => expect(wholeSeconds(seconds)).toBe(text));

  test("span from one moment to the next", () => {
    expect(secondsBetween("2025-10-14T08:00:00Z", "2025-10-14T08:02:05Z")).toBe(125);
  });
});
