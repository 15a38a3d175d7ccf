import { join } from "node:path";
import { expect, test } from "vitest";
import { eachOnce, FieldCampaign, fieldCampaign } from "./field-campaign.js";

test("--max-failures stops when so many cases have failed; what is left is left", async () => {
  const campaign = new FieldCampaign(fieldCampaign());
  const { exitCode, stderr } = await campaign.run({ every: "raise" }, "--max-failures", "2");
  expect(exitCode).toBe(1);
  expect(campaign.outcomes().map(([number]) => number)).toEqual([1, 2]);
  expect(stderr).toContain("Too many cases failed (--max-failures).");
  expect(campaign.records("session-end").at(-1)?.reason).toBe("too_many_failures");
});

test("--max-failures takes a share of the planned cases", async () => {
  const campaign = new FieldCampaign(fieldCampaign());
  await campaign.run({ every: "raise" }, "--max-failures", "60%");
  expect(campaign.outcomes()).toHaveLength(3);
});

test("retry: a class that the policy grants another try passes in it, points once; one that it does not grant stays failed", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 3, policy: "retry: {crashed: 1, callback_error: 0}" }));
  const marker = join(campaign.directory, "..", "marker");
  const { exitCode } = await campaign.run({
    1: { fault: "kill-once", marker },
    2: { fault: "raise-once", marker: `${marker}-2` },
  });
  expect(exitCode).toBe(1);
  expect(campaign.outcomes()).toEqual([
    [1, "failed", "crashed"],
    [2, "failed", "callback_error"],
    [3, "passed", undefined],
    [1, "passed", undefined],
  ]);
  expect(campaign.pointCounts()).toEqual({ ...eachOnce(3), "2/2": undefined, "2/4": undefined });
});

test("retry is bounded: a case that crashes each time is tried once more, and counted", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 1, policy: "retry: {crashed: 1}" }));
  const { exitCode, stdout } = await campaign.run({ 1: "kill" });
  expect(exitCode).toBe(1);
  expect(campaign.outcomes()).toHaveLength(2);
  expect(stdout).toContain("at tokens=4, tried 2 times");
});

test("a case that fails after its last point is measured whole when it is tried again", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 1 }));
  expect((await campaign.run({ 1: "raises-after-last" })).exitCode).toBe(1);
  expect(campaign.pointCounts()).toEqual(eachOnce(1));
  expect((await campaign.resume()).exitCode).toBe(1);
  expect((await campaign.resume({}, "--retry-failed")).exitCode).toBe(0);
  expect(campaign.outcomes().at(-1)).toEqual([1, "passed", undefined]);
});

test("--for ends in time, cleanly: the point at hand is finished, the rest is left, and resume goes on", async () => {
  const tokens = Array.from({ length: 40 }, (_, index) => index + 1);
  const campaign = new FieldCampaign(fieldCampaign({ cases: 1, tokens }));
  const began = Date.now();
  const { exitCode, stderr } = await campaign.run({ every: { fault: "slow", ms: 300, always: true } }, "--for", "8s");
  const tookMs = Date.now() - began;
  process.stdout.write(`--for 8s took ${tookMs} ms\n`);
  expect(tookMs).toBeLessThan(8000 + 1000);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(`The time is up. What was measured is kept. Go on with: assay resume ${campaign.directory}`);
  expect(campaign.outcomes()).toEqual([[1, "drained", undefined]]);
  expect(campaign.records("session-end").at(-1)?.reason).toBe("out_of_time");
  const done = campaign.records("point").length;
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(40);
  expect((await campaign.resume()).exitCode).toBe(0);
  expect(campaign.pointCounts()).toEqual(eachOnce(1, tokens));
});

test("--for ends in time even where the point at hand does not fit: it is lost, and measured again", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 1, tokens: [1, 2] }));
  const began = Date.now();
  await campaign.run({ 1: "hang" }, "--for", "8s");
  expect(Date.now() - began).toBeLessThan(8000 + 1000);
  expect(campaign.outcomes()).toEqual([[1, "interrupted", undefined]]);
  expect((await campaign.resume()).exitCode).toBe(0);
  expect(campaign.pointCounts()).toEqual(eachOnce(1, [1, 2]));
});

test("--remeasure measures the points with a flag again, and those alone", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 2 }));
  const noisy = [1, 1, 1, 1, 1, 1, 1, 1, 1, 11].map((ms) => ms * 1e6);
  await campaign.run({ 2: { samplesNs: noisy } });
  expect((await campaign.resume({}, "--remeasure", "drifting")).exitCode).toBe(0);
  expect(campaign.records("point")).toHaveLength(6);
  await campaign.resume({}, "--remeasure", "noisy,drifting");
  expect(campaign.pointCounts()).toEqual({ "1/1": 1, "1/2": 1, "1/4": 1, "2/1": 2, "2/2": 2, "2/4": 2 });
  await campaign.resume({}, "--remeasure", "noisy");
  expect(campaign.records("point")).toHaveLength(9);
});

test("options that cannot be read are told with what may be written, exit code 2", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 1 }));
  await campaign.run();
  for (const [options, hint] of [
    [["--for", "tomorrow"], "3h50m"],
    [["--max-failures", "some"], "10%"],
    [["--remeasure", "loud"], "there is no flag loud; there are: noisy, drifting"],
  ] as const) {
    const { exitCode, stderr } = await campaign.resume({}, ...options);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(hint)]);
  }
});

test("a retry policy names only classes that there are", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 1, policy: "retry: {crash: 1}" }));
  const { exitCode, stderr } = await campaign.run();
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/campaign\.yaml:2:\d+ {2}policy\.retry/);
});
