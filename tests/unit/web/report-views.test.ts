import { describe, expect, test } from "vitest";
import { lineStyles } from "../../../web/charts/line-style.js";
import { caseSummary } from "../../../src/view/report/overview.js";
import { flatFields } from "../../../web/data/case-fields.js";
import { filterCases, stateCounts, type CaseFilter } from "../../../web/data/case-filter.js";
import { curvesOf } from "../../../web/data/curves.js";
import { failureMessage } from "../../../web/data/failures.js";
import { attemptMemory, keptBytes, measureName } from "../../../web/data/attempt-memory.js";
import { callbackRows, meanRatio, pointRatios, type Experiment } from "../../../web/data/experiment.js";
import { memoryCourses, prospectOf } from "../../../web/data/memory-course.js";
import { caseByKey, type ReportCase, type ReportWorkerMemory } from "../../../web/data/report.js";
import { expertShares, routingText } from "../../../web/data/routing.js";
import { maxMs, samplesMs } from "../../../web/data/samples.js";
import { placeText, sweepOf, tokensPerSecond } from "../../../web/data/sweep.js";
import { drawnCurves } from "../../../web/views/campaign/drawn-curves.js";
import { memoryFrame } from "../../../web/views/memory/memory-frame.js";
import { sawTooth } from "../../../web/views/memory/saw-tooth.js";
import { emptyReportData, experimentReportData, partialReportData, reportData } from "../../fixtures/report-data.js";

const { cases } = reportData();
const summaries = cases.map(caseSummary);

function caseNamed(...words: readonly string[]): ReportCase {
  const found = cases.find(({ name }) => words.every((word) => name.includes(word)));
  if (found === undefined) throw new Error(`the fixture has no case named ${words.join(" ")}`);
  return found;
}

describe("curves", () => {
  test("lie over one axis; a place where a case has no point is a gap in the data, not in the line", () => {
    const curves = curvesOf(summaries);
    const failed = curves.cases.findIndex((one) => one.state === "failed");
    expect([...curves.data[0]]).toEqual([1, 4, 16, 64, 128, 256, 512, 1024]);
    expect([...(curves.data[failed + 1] ?? [])].filter((median) => median === undefined)).toHaveLength(5);
  });

  test("leave out cases without points", () => {
    expect(curvesOf(partialReportData().cases.map(caseSummary)).cases).toHaveLength(3);
    expect(curvesOf(emptyReportData().cases.map(caseSummary)).cases).toEqual([]);
  });

  test("tell models by colour and a model's cases by dashes", () => {
    const styles = cases.map((one) => lineStyles(summaries).get(one.key));
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
    const one = filterCases(summaries, { words: "mixtral", state: "" });
    expect([...lineStyles(one).values()].map(({ hue }) => hue)).toEqual([0, 1]);
  });

  test("of an experiment tell cases by colour and arms by dashes, alike in every round", () => {
    const round = experimentReportData().cases.map(caseSummary);
    const again = round.map((one) => ({ ...one, key: `again ${one.key}` }));
    const styles = [...lineStyles([...round, ...again.toReversed()]).values()];
    expect(styles.slice(0, 8).map(({ hue, dash }) => [hue, dash])).toEqual([
      ...[0, 1, 2, 3].map((hue) => [hue, 0]),
      ...[0, 1, 2, 3].map((hue) => [hue, 1]),
    ]);
    expect(styles.slice(8).toReversed()).toEqual(styles.slice(0, 8));
  });
});

describe("a list of cases", () => {
  test("is narrowed by words of the name in any order, and by state", () => {
    const names = (filter: CaseFilter) => filterCases(summaries, filter).map(({ name }) => name);
    expect(names({ words: " INT4  qwen", state: "" })).toEqual(["moe qwen3-30b-a3b int4 ep8 balanced"]);
    expect(names({ words: "", state: "failed" })).toEqual(["moe deepseek-v3 fp32 ep32 balanced"]);
    expect(names({ words: "int4", state: "flagged" })).toEqual(["moe deepseek-v3 int4 ep32 balanced"]);
    expect(filterCases(summaries, { words: "", state: "" })).toBe(summaries);
  });

  test("counts the states that there are", () => {
    expect([...stateCounts(summaries)]).toEqual([
      ["done", 5],
      ["failed", 1],
      ["flagged", 3],
    ]);
  });

  test("is drawn at equal distances of those that have points", () => {
    const cases = Array.from({ length: 1000 }, (_, index) => ({ index, points: index < 200 ? [1] : [] }));
    const { measured, drawn } = drawnCurves(cases, 4);
    expect(measured).toBe(200);
    expect(drawn.map(({ index }) => index)).toEqual([0, 50, 100, 150]);
    expect(drawnCurves(cases, 200).drawn).toHaveLength(200);
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
  test("without an error speak with the worker's last line", () => {
    expect(failureMessage({ class: "crashed", error: null, lastOutput: "loading\nKilled\n" })).toBe("Killed");
  });

  test("with an error speak with its type and message", () => {
    const failure = caseNamed("deepseek", "fp32").attempts.at(-1)?.failure;
    expect(failure ? failureMessage(failure) : "").toMatch(/^Error: Non-zero status code/);
  });
});

const GIB = 2 ** 30;

/** A worker whose callbacks leave `growthGib` each, under a limit. */
function growingWorker(name: string, growthGib: number, changes: Partial<ReportWorkerMemory> = {}): ReportWorkerMemory {
  const [step] = experimentReportData().memory?.[0]?.steps ?? [];
  if (step === undefined) throw new Error("the fixture's experiment has no callback");
  const steps = [0, 1, 2, 3].map((index) => ({
    ...step,
    beforeBytes: (1 + index * growthGib) * GIB,
    afterReturnBytes: (2 + index * growthGib) * GIB,
    afterReclaimBytes: (1 + (index + 1) * growthGib) * GIB,
  }));
  const forecast = { growthBytes: growthGib * GIB, failsAtCallback: growthGib > 0 ? 9 : null };
  return {
    worker: name,
    device: "cpu0",
    arm: null,
    startBytes: GIB,
    limitBytes: 6 * GIB,
    steps,
    forecast,
    ended: null,
    ...changes,
  };
}

describe("memory per callback", () => {
  test("is one course a device and arm; its line breaks where a worker was replaced", () => {
    const [course, ...others] = memoryCourses(reportData().memory ?? []);
    if (course === undefined) throw new Error("the fixture has no memory");
    const { teeth, data } = sawTooth([course]);
    expect(others).toEqual([]);
    expect(course.steps.map(({ worker }) => worker.worker)).toEqual(["w1", "w1", "w1", "w1", "w1", "w2", "w3"]);
    expect(course.steps.map(({ callback }) => callback)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(teeth[0]?.changes.map(({ step }) => step.worker.worker)).toEqual(["w2", "w3"]);
    expect([...(data[1] ?? [])].filter((bytes) => bytes === null)).toHaveLength(2);
    expect([...data[0]]).toEqual([...data[0]].toSorted((left, right) => Number(left) - Number(right)));
  });

  test("of two arms lies over one axis, a line each", () => {
    const courses = memoryCourses(experimentReportData().memory ?? []);
    expect(courses.map(({ arm }) => arm)).toEqual(["reclaim=never", "reclaim=after-success"]);
    const { data } = sawTooth(courses);
    const readings = data.slice(1).map((line) => [...line].filter((bytes) => typeof bytes === "number").length);
    expect(readings).toEqual([8, 12]);
  });

  test("of several rounds is one course an arm, round after round", () => {
    const workers = experimentReportData().memory ?? [];
    const again = workers.map((worker) => ({ ...worker, worker: `${worker.worker} again` }));
    const courses = memoryCourses([...workers, ...again.toReversed()]);
    expect(courses.map(({ arm, steps }) => [arm, steps.length])).toEqual([
      ["reclaim=never", 8],
      ["reclaim=after-success", 8],
    ]);
    // The arm that collects has a reading between the other's last before the change and its first after it.
    const { data } = sawTooth(courses);
    const [never = []] = data.slice(1);
    const change = [...never].indexOf(null);
    expect(data[0][change - 1]).toBe(4.5);
    expect(never[change + 1]).toBeNull();
  });

  test("leads to the callback that finds no room, counted over all workers of the course", () => {
    const workers = [growingWorker("w1", 0, { ended: "its collection failed" }), growingWorker("w2", 0.5)];
    const [course] = memoryCourses(workers);
    expect(course && prospectOf(course)).toMatchObject({
      failsAtCallback: 13,
      growthBytes: GIB / 2,
      limitBytes: 6 * GIB,
    });
    expect(memoryFrame(course ? [course] : [])).toMatchObject({ callbacks: 13, limits: [6 * GIB], mostBytes: 6 * GIB });
  });

  test.each([
    ["memory does not grow", growingWorker("w1", 0)],
    ["the limit is not known", growingWorker("w1", 0.5, { limitBytes: null })],
    ["it has come already", growingWorker("w1", 0.5, { forecast: { growthBytes: GIB, failsAtCallback: 4 } })],
  ])("leads nowhere where %s", (_why, worker) => {
    expect(memoryCourses([worker]).map(prospectOf)).toEqual([null]);
  });

  test("a limit far above the curve does not press it flat", () => {
    const frame = memoryFrame(memoryCourses([growingWorker("w1", 0.5, { limitBytes: 100 * GIB })]));
    expect(frame).toMatchObject({ limits: [], prospects: [null], callbacks: 4 });
  });

  test("is none where no worker could read it", () => {
    const [step] = growingWorker("w1", 0).steps;
    if (step === undefined) throw new Error("a growing worker has callbacks");
    const unread = { ...step, beforeBytes: null, afterReturnBytes: null };
    expect(memoryCourses([growingWorker("w1", 0, { steps: [unread] })])).toEqual([]);
  });
});

describe("an attempt's memory", () => {
  const [attempt] = caseNamed("mixtral", "fp32").attempts;

  test("tells what the callback left behind", () => {
    const read = attempt && attemptMemory(attempt);
    expect(read ? keptBytes(read) : null).toBe(3 * 1024 ** 2);
  });

  test("is the device's where it has a figure, and none where nothing was read", () => {
    const onDevice = { ...attempt, memory: gpuMemory(attempt?.memory ?? null) } as typeof attempt;
    expect(onDevice && attemptMemory(onDevice)).toMatchObject({ beforeBytes: 1024, afterReturnBytes: 4096 });
    expect(measureName(onDevice ? [onDevice] : [])).toMatch(/device/);
    expect(measureName([])).toBeNull();
  });
});

describe("an experiment", () => {
  const { experiment } = experimentReportData() as { experiment: Experiment };

  test("has a row a callback with its result in each arm", () => {
    const rows = callbackRows(experiment);
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(rows.map(({ results }) => results.get("reclaim=never")?.state)).toEqual(["done", "done", "done", "failed"]);
  });

  test("in rounds has a row a callback and round, numbered in each", () => {
    const again = experiment.callbacks.map((callback) => ({
      ...callback,
      arm: `${callback.arm} round 2`,
      round: 2,
    }));
    const twice: Experiment = {
      ...experiment,
      experiment: { ...experiment.experiment, rounds: 2 },
      callbacks: [...experiment.callbacks, ...again],
    };
    const rows = callbackRows(twice);
    expect(rows.map(({ round, number }) => [round, number])).toEqual([
      [1, 1],
      [1, 2],
      [1, 3],
      [1, 4],
      [2, 1],
      [2, 2],
      [2, 3],
      [2, 4],
    ]);
    const names = pointRatios(rows, ["reclaim=never", "reclaim=after-success"]).map(({ name }) => name);
    expect(new Set(names).size).toBe(6);
    expect(names[3]).toMatch(/, round 2$/);
  });

  test("compares the points of cases that both arms completed", () => {
    const [comparison] = experiment.comparisons;
    const groups = pointRatios(callbackRows(experiment), comparison?.arms ?? ["", ""]);
    expect(groups.map(({ ratios }) => ratios.length)).toEqual([8, 8, 8]);
    expect(
      meanRatio([
        { place: "a", ratio: 0.5 },
        { place: "b", ratio: 2 },
      ]),
    ).toBeCloseTo(1, 12);
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
