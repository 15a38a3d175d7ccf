import { describe, expect, test } from "vitest";
import { lineStyles } from "../../../web/charts/line-style.js";
import { flatFields } from "../../../web/data/case-fields.js";
import { filterCases } from "../../../web/data/case-filter.js";
import { curvesOf } from "../../../web/data/curves.js";
import { failureGroups, failureMessage } from "../../../web/data/failures.js";
import { keptBytes, memoryCurves } from "../../../web/data/memory-curve.js";
import { caseByKey, type ReportCase } from "../../../web/data/report.js";
import { expertShares, routingText } from "../../../web/data/routing.js";
import { maxMs, samplesMs } from "../../../web/data/samples.js";
import { placeText, sweepOf, tokensPerSecond } from "../../../web/data/sweep.js";
import { sawTooth } from "../../../web/views/campaign/saw-tooth.js";
import { emptyReportData, partialReportData, reportData } from "../../fixtures/report-data.js";

const { cases } = reportData();

function caseNamed(...words: readonly string[]): ReportCase {
  const found = filterCases(cases, words.join(" "))[0];
  if (found === undefined) throw new Error(`the fixture has no case named ${words.join(" ")}`);
  return found;
}

describe("curves", () => {
  test("lie over one axis; a place where a case has no point is a gap in the data, not in the line", () => {
    const curves = curvesOf(cases);
    const failed = curves.cases.findIndex((one) => one.state === "failed");
    expect([...curves.data[0]]).toEqual([1, 4, 16, 64, 128, 256, 512, 1024]);
    expect([...(curves.data[failed + 1] ?? [])].filter((median) => median === undefined)).toHaveLength(5);
  });

  test("leave out cases without points", () => {
    expect(curvesOf(partialReportData().cases).cases).toHaveLength(3);
    expect(curvesOf(emptyReportData().cases).cases).toEqual([]);
  });

  test("tell models by colour and a model's cases by dashes", () => {
    const styles = cases.map((one) => lineStyles(cases).get(one.key));
    expect(styles.map((style) => [style?.hue, style?.dash])).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
      [2, 0],
      [2, 1],
    ]);
  });

  test("of one model's cases differ in colour", () => {
    const one = filterCases(cases, "mixtral");
    expect([...lineStyles(one).values()].map(({ hue }) => hue)).toEqual([0, 1]);
  });
});

describe("a sweep", () => {
  test("is in the order of its tokens, whatever the order of measuring", () => {
    const points = caseNamed("mixtral", "fp32").points.toReversed();
    expect(sweepOf(points).points.map(placeText).slice(0, 2)).toEqual(["1 token", "4 tokens"]);
  });

  test("of another op runs over the coordinate that varies most", () => {
    const [point] = caseNamed("mixtral", "fp32").points;
    if (point === undefined) throw new Error("the fixture's case has no point");
    const points = [64, 128, 256].map((length) => ({ ...point, coordinates: { batch: 4, length } }));
    expect(sweepOf(points)).toMatchObject({ axis: "length" });
    expect(points.map(placeText)[1]).toBe("batch 4, length 128");
    expect(tokensPerSecond(points[0] ?? point)).toBeNull();
  });

  test("counts latencies per run where a sample holds several", () => {
    const [point] = caseNamed("mixtral", "fp32").points;
    if (point === undefined) throw new Error("the fixture's case has no point");
    const repeated = { ...point, samplesNs: [40e6, 80e6], method: { ...point.method, iterationsPerSample: 10 } };
    expect(samplesMs(repeated)).toEqual([4, 8]);
    expect(maxMs({ ...repeated, samplesNs: [] })).toBe(point.statistics.p90Ms);
  });
});

describe("failures", () => {
  test("of the same class and message are one finding", () => {
    const failed = caseNamed("deepseek", "fp32");
    const [group, ...others] = failureGroups([...cases, { ...failed, key: "f".repeat(64) }]);
    expect(others).toEqual([]);
    expect(group?.cases).toHaveLength(2);
    expect(group === undefined ? "" : failureMessage(group.failure)).toMatch(/^Error: Non-zero status code/);
  });

  test("that a later attempt mended are not listed", () => {
    const failed = caseNamed("deepseek", "fp32");
    const passed = { ...failed.attempts[0], outcome: "passed", failure: null } as (typeof failed.attempts)[number];
    expect(failureGroups([{ ...failed, attempts: [...failed.attempts, passed] }])).toEqual([]);
  });

  test("without an error speak with the worker's last line", () => {
    expect(failureMessage({ class: "crashed", error: null, lastOutput: "loading\nKilled\n" })).toBe("Killed");
  });
});

describe("memory per callback", () => {
  test("follows the order in which callbacks began and breaks where a worker was replaced", () => {
    const [curve, ...others] = memoryCurves(cases.toReversed());
    const { places, data } = sawTooth(curve?.steps ?? []);
    expect(others).toEqual([]);
    expect(curve?.measure).toBe("privateBytes");
    expect(curve?.steps.map(({ attempt }) => attempt.worker)).toEqual(["w1", "w1", "w1", "w1", "w1", "w2", "w3"]);
    expect(places.filter((place) => place === undefined)).toHaveLength(2);
    expect([...data[0]]).toEqual([...data[0]].toSorted((left, right) => Number(left) - Number(right)));
  });

  test("is the device's where it has a figure, and none where nothing was read", () => {
    const one = caseNamed("qwen", "fp32");
    const onDevice = structuredClone(one.attempts).map((attempt) => ({
      ...attempt,
      memory: gpuMemory(attempt.memory),
    }));
    expect(memoryCurves([{ ...one, attempts: onDevice }])[0]?.measure).toBe("deviceAllocatedBytes");
    expect(memoryCurves([{ ...one, attempts: one.attempts.map((attempt) => ({ ...attempt, memory: null })) }])).toEqual(
      [],
    );
  });

  test("tells what a callback left behind", () => {
    const kept = memoryCurves([caseNamed("mixtral", "fp32")]).flatMap(({ steps }) => steps.map(keptBytes));
    expect(kept).toEqual([3 * 1024 ** 2]);
  });
});

describe("a case", () => {
  test("is found by the digits of its address, if they name one only", () => {
    expect(caseByKey(cases, cases[2]?.key.slice(0, 12) ?? "")).toBe(cases[2]);
    expect(caseByKey([...cases, ...cases], cases[2]?.key ?? "")).toBeUndefined();
    expect(caseByKey(cases, "")).toBeUndefined();
  });

  test("shows its nested fields by their paths", () => {
    const fields = new Map(flatFields(caseNamed("deepseek", "int4").fields));
    expect([fields.get("routing.groups.kept"), fields.get("activation.gated"), fields.get("activation.alpha")]).toEqual(
      ["4", "yes", "none"],
    );
  });

  test("shows which experts did not get what was asked", () => {
    const routing = caseNamed("deepseek", "int4").points.at(-1)?.routing;
    if (routing === undefined || routing === null) throw new Error("the fixture's point has no routing");
    expect(expertShares(routing).filter(({ asked }) => asked !== null)).toEqual([
      { expert: 0, tokens: 37, asked: 32 },
      { expert: 3, tokens: 27, asked: 32 },
    ]);
    expect(routingText(routing)).toBe("8 local experts, 256 token–expert pairs, 2 experts not as asked");
    expect(routingText({ achieved: [2, 2] })).toBe("2 local experts, 4 token–expert pairs, as asked");
  });
});

type AttemptMemory = ReportCase["attempts"][number]["memory"];

function gpuMemory(memory: AttemptMemory): AttemptMemory {
  if (memory === null) return null;
  const before = { ...memory.before, deviceAllocatedBytes: 1024 };
  return { ...memory, before, afterReturn: { ...memory.afterReturn, deviceAllocatedBytes: 4096 } };
}
