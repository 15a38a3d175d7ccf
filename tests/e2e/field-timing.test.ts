import { expect, test } from "vitest";
import type { ReportData, ReportPoint } from "../../src/view/report/data.js";
import { assay } from "./assay.js";
import { type Faults, FieldCampaign, fieldCampaign } from "./field-campaign.js";

// The part "Timing" of the cases from the field; docs/field-cases.md lists which row is which test.

const ms = (...latencies: number[]): number[] => latencies.map((latency) => latency * 1e6);

/** The one point of a campaign whose worker reports these facts, as the report has it. */
async function pointOf(facts: Exclude<Faults[string], string>): Promise<ReportPoint> {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 1, tokens: [1] }));
  expect((await campaign.run({ 1: facts })).exitCode).toBe(0);
  const report = JSON.parse((await assay("report", campaign.directory, "--json")).stdout) as ReportData;
  const point = report.cases[0]?.points[0];
  if (!point) throw new Error("no point was measured");
  return point;
}

test("samples 1 nine times and 11 ms: median 1.0, mean 2.0, both kept, flagged", async () => {
  const { statistics, flags, samplesNs } = await pointOf({ samplesNs: ms(1, 1, 1, 1, 1, 1, 1, 1, 1, 11) });
  expect(statistics).toMatchObject({ n: 10, medianMs: 1, meanMs: 2 });
  expect(flags).toContain("noisy");
  expect(samplesNs).toHaveLength(10);
});

test("latency falls by 15 % after sample 30: drift is flagged, the steady part and the whole are both kept", async () => {
  const jitter = (index: number) => 1 + ((index * 7) % 5) / 1000;
  const samplesNs = Array.from({ length: 60 }, (_, index) => 1e6 * jitter(index) * (index < 30 ? 1 : 0.85));
  const { statistics, flags, samplesNs: kept } = await pointOf({ samplesNs });
  expect(flags).toContain("drifting");
  expect(statistics.drift).toBeCloseTo(-0.15, 2);
  expect(statistics.steadyMedianMs).toBeCloseTo(0.85, 2);
  expect(statistics.medianMs).toBeGreaterThan(0.85);
  expect(kept).toHaveLength(60);
});

test("a replay 100 times faster than the eager run: the graph lacks the work, flagged and not counted as good", async () => {
  const { flags } = await pointOf({ samplesNs: ms(0.1, 0.1, 0.1), eagerNs: 10e6 });
  expect(flags).toEqual(["graph_without_work"]);
  expect((await pointOf({ samplesNs: ms(0.1, 0.1, 0.1), eagerNs: 1e6 })).flags).toEqual([]);
});

test("zero samples: the case fails with that reason, and there is no latency", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 1, tokens: [1], policy: "deadlines: {grace: 0.5}" }));
  const { exitCode, stdout } = await campaign.run({ 1: { samplesNs: [] } });
  expect(exitCode).toBe(1);
  expect(stdout).toContain("no samples were taken, so there is no latency");
  expect(campaign.records("point")).toEqual([]);
});

test("one sample of 5 inner iterations, 10 ms in all: 2 ms", async () => {
  const { statistics, samplesNs } = await pointOf({ samplesNs: ms(10), iterations: 5 });
  expect(statistics).toMatchObject({ n: 1, medianMs: 2 });
  expect(samplesNs).toEqual(ms(10));
});

test("a device throttled for the whole campaign: bounded retries, then unsteady: throttled, with the clocks", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 1, tokens: [1, 2] }));
  const throttled = { 1: { clock: { sustained: 1980, lowest: 1200 } } };
  const { exitCode, stdout } = await campaign.run(throttled);
  expect(exitCode).toBe(0);
  expect(campaign.pointCounts()).toEqual({ "1/1": 3, "1/2": 3 });
  expect(stdout).toMatch(
    /unsteady: throttled \(its clock fell to 1200 of 1980 MHz\): .* at tokens=1, measured 3 times/,
  );
  const status = JSON.parse((await assay("status", campaign.directory, "--json")).stdout) as { unsteady: object[] };
  expect(status.unsteady).toHaveLength(2);
  expect(status.unsteady[0]).toMatchObject({
    flags: ["throttled"],
    timesMeasured: 3,
    deviceClockMhz: { lowest: 1200 },
  });
  // The tries are spent: a plain resume measures nothing, and asking for it does.
  await campaign.resume(throttled);
  expect(campaign.records("point")).toHaveLength(6);
  await campaign.resume({ 1: { clock: { sustained: 1980, lowest: 1975 } } }, "--remeasure", "throttled");
  expect(campaign.records("point")).toHaveLength(8);
  expect((await assay("status", campaign.directory)).stdout).not.toContain("unsteady");
});
