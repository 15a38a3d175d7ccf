import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, isLiving } from "./assay.js";
import { eachOnce, FieldCampaign, fieldCampaign, msBetween } from "./field-campaign.js";
import { callbackModule } from "./ort-worker.js";

// The part "Workers" of the cases from the field; docs/field-cases.md lists which row is which test.

const QUICK = "deadlines: {point: 1, grace: 0.5}";

test("a worker that is killed while it holds case 3 of 5: case 3 is `crashed: SIGKILL`, the others done exactly once", async () => {
  const campaign = new FieldCampaign(fieldCampaign());
  const { exitCode, stdout } = await campaign.run({ 3: "kill" });
  expect(exitCode).toBe(1);
  expect(campaign.outcomes()).toEqual([
    [1, "passed", undefined],
    [2, "passed", undefined],
    [3, "failed", "crashed"],
    [4, "passed", undefined],
    [5, "passed", undefined],
  ]);
  expect(stdout).toContain("the worker was ended by SIGKILL while it held a case");
  expect(stdout).toContain("4 of 5 cases done, 1 failed; 13 of 15 points");
  const { "3/2": second, "3/4": third, ...others } = { ...eachOnce(5), ...campaign.pointCounts() };
  expect(others).toEqual(campaign.pointCounts());
  expect([second, third]).toEqual([1, 1]);
  expect(campaign.records("worker-end").map(({ failure }) => failure?.signal)).toEqual(["SIGKILL", undefined]);
});

test("killed right after it took a case, before it said so: the case is crashed and never lost", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 3 }));
  expect((await campaign.run({ 2: { fault: "build", doing: "kill" } })).exitCode).toBe(1);
  expect(campaign.outcomes()).toEqual([
    [1, "passed", undefined],
    [2, "failed", "crashed"],
    [3, "passed", undefined],
  ]);
  expect((await campaign.resume({}, "--retry-failed")).exitCode).toBe(0);
  expect(campaign.pointCounts()).toEqual(eachOnce(3));
});

test("killed after its last point, before it returned: the case has passed, the worker is replaced", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 2 }));
  expect((await campaign.run({ 1: "dies-after-last" })).exitCode).toBe(0);
  expect(campaign.outcomes()).toEqual([
    [1, "passed", undefined],
    [2, "passed", undefined],
  ]);
  expect(campaign.pointCounts()).toEqual(eachOnce(2));
  expect(campaign.records("worker-end").map(({ failure }) => failure?.class)).toEqual(["crashed", undefined]);
});

test("a case hangs in native code that ignores TERM: its group is killed in time, its last output kept, the rest runs", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 3, policy: QUICK }));
  const { exitCode } = await campaign.run({ 2: "hang-with-child" });
  expect(exitCode).toBe(1);
  expect(campaign.outcomes()).toEqual([
    [1, "passed", undefined],
    [2, "failed", "timed_out"],
    [3, "passed", undefined],
  ]);
  const failure = campaign.records("outcome")[1]?.failure;
  expect(failure).toMatchObject({ message: "no progress for 1 s (deadline `point`)", signal: "SIGKILL" });
  const [, child = "0"] = /child (\d+)\n/.exec(failure?.lastOutput ?? "") ?? [];
  expect(Number(child)).toBeGreaterThan(0);
  expect(isLiving(Number(child))).toBe(false);
  expect(campaign.log("cpu0-1")).toMatch(
    /running → ending \(end\)\]\n\[assay: .*no progress for 1 s[^]*ending → dead \(exited\)/,
  );
});

test("a library prints no UTF-8, half a line and 50 MB: the protocol is untouched, the text is in the log, bounded", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 2 }));
  expect((await campaign.run({ 1: "prints" })).exitCode).toBe(0);
  expect(campaign.pointCounts()).toEqual(eachOnce(2));
  expect(campaign.log("cpu0-1")).toContain('{"v":1,"kind":"half a li');
  expect(campaign.log("cpu0-1")).toContain("the rest of the output is not kept");
  expect(statSync(join(campaign.directory, "logs", "cpu0-1.log")).size).toBeLessThan(9 * 2 ** 20);
});

test("what a worker printed last is kept with the failure, the newest 8 KiB of it", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 2, policy: QUICK }));
  await campaign.run({ 1: "prints", 2: "hang" });
  const lastOutput = campaign.records("outcome")[1]?.failure?.lastOutput ?? "";
  expect(lastOutput).toMatch(/x\nthe end of it\nentering the kernel\n$/);
  expect(Buffer.byteLength(lastOutput)).toBeLessThanOrEqual(8 * 1024);
});

test.each([
  ["nan", /not JSON/],
  ["infinity", /bad "reclaimed" message/],
  ["unknown-message", /unknown message kind "gibberish"/],
  ["other-attempt", /"measuring" came for attempt another\/1, which is not running/],
  ["no-utf8", /a line is not UTF-8/],
])("a worker says %s: the case fails as protocol, the orchestrator lives", async (fault, message) => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 2, policy: QUICK }));
  expect((await campaign.run({ 1: fault })).exitCode).toBe(1);
  expect(campaign.outcomes()).toEqual([
    [1, "failed", "protocol"],
    [2, "passed", undefined],
  ]);
  expect(campaign.records("outcome")[0]?.failure?.message).toMatch(message);
});

test("a worker reports zero samples, or a sample of no duration: failed with that reason, and nothing is stored", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 3, policy: QUICK }));
  expect((await campaign.run({ 1: { samplesNs: [] }, 2: { samplesNs: [1e6, 0] } })).exitCode).toBe(1);
  expect(campaign.outcomes()).toEqual([
    [1, "failed", "protocol"],
    [2, "failed", "protocol"],
    [3, "passed", undefined],
  ]);
  const messages = campaign.records("outcome").map(({ failure }) => failure?.message);
  expect(messages[0]).toBe("no samples were taken, so there is no latency");
  expect(messages[1]).toMatch(/^non-finite timing: sample 2 is 0 ns/);
  expect(campaign.records("point")).toHaveLength(3);
});

test("MemoryError, `can't allocate memory` and a framework's own class are all out of memory", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 3 }));
  await campaign.run({ 1: "memory-error", 2: "cannot-allocate", 3: "own-out-of-memory" });
  expect(campaign.outcomes().map(([, , failureClass]) => failureClass)).toEqual(Array(3).fill("out_of_memory"));
  expect(campaign.records("outcome").map(({ failure }) => failure?.error?.type)).toEqual([
    "MemoryError",
    "RuntimeError",
    "OutOfMemoryError",
  ]);
});

test("exit codes 0, 3 and 137, and signal 9, while holding a case: each a failure in words", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 4 }));
  expect((await campaign.run({ 1: "exit-0", 2: "exit-3", 3: "exit-137", 4: "kill" })).exitCode).toBe(1);
  expect(
    campaign.records("outcome").map(({ failure }) => [failure?.class, failure?.exitCode, failure?.message]),
  ).toEqual([
    ["exited", 0, "the worker exited with code 0 (as if all were done) while it held a case"],
    ["exited", 3, "the worker exited with code 3 while it held a case"],
    ["exited", 137, "the worker exited with code 137 (SIGKILL, as a shell or container tells it) while it held a case"],
    ["crashed", null, "the worker was ended by SIGKILL while it held a case"],
  ]);
});

test("a device that is broken at start: three tries with growing pauses, then it stops; the others go on", async () => {
  const devices = `
  - {name: broken, runtime: ort, callbacks: ${callbackModule("broken-at-start")}}
  - {name: sound, runtime: ort, callbacks: ${callbackModule("field")}}`;
  const campaign = new FieldCampaign(fieldCampaign({ cases: 5, devices }));
  const { exitCode, stdout, stderr } = await campaign.run({ every: { fault: "slow", ms: 700, always: true } });
  expect(exitCode).toBe(1);
  expect(campaign.pointCounts()).toEqual(eachOnce(5));
  const tries = campaign.records("worker-end").filter(({ device }) => device === "broken");
  const [first, second, third] = tries;
  expect(tries).toHaveLength(3);
  if (!first || !second || !third) throw new Error("three tries");
  expect(msBetween(first, second)).toBeGreaterThanOrEqual(1000);
  expect(msBetween(second, third)).toBeGreaterThanOrEqual(4000);
  for (const text of [stdout, stderr, (await assay("status", campaign.directory)).stdout]) {
    expect(text).toContain("broken stopped: its worker died 3 times at start");
    expect(text).toContain("NVML: GPU 0 has fallen off the bus");
  }
});

test("no device comes up: exit code 3, the cases are left, and the worker's last words are told", async () => {
  const devices = `[{name: broken, runtime: ort, callbacks: ${callbackModule("broken-at-start")}}]`;
  const campaign = new FieldCampaign(fieldCampaign({ cases: 1, devices }));
  const { exitCode, stdout } = await campaign.run();
  expect(exitCode).toBe(3);
  expect(stdout).toContain("NVML: GPU 0 has fallen off the bus");
  expect(stdout).toContain("0 of 1 case done, 1 left");
  const { stdout: json } = await assay("status", campaign.directory, "--json");
  expect(JSON.parse(json)).toMatchObject({
    stoppedDevices: [{ device: "broken", tries: 3, failure: { class: "exited" } }],
  });
});

test("a device fault: the worker is replaced before the next case", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 2 }));
  await campaign.run({ 1: "device-fault" });
  expect(campaign.outcomes()).toEqual([
    [1, "failed", "device_fault"],
    [2, "passed", undefined],
  ]);
  expect(campaign.records("worker-end")[0]?.reason).toBe("the device reported a fault");
  expect(campaign.records("attempt").map(({ worker }) => worker)).toEqual(["cpu0-1", "cpu0-2"]);
});

test("a callback that ends with exit code 10 (done, recycle me) is done and its worker replaced; one that returns 10 keeps it", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 3 }));
  expect((await campaign.run({ 1: "recycle", 2: "ten" })).exitCode).toBe(0);
  expect(campaign.pointCounts()).toEqual(eachOnce(3));
  expect(campaign.records("attempt").map(({ worker }) => worker)).toEqual(["cpu0-1", "cpu0-2", "cpu0-2"]);
});

test("a callback that returns without all of its points has failed, and says which are missing", async () => {
  const campaign = new FieldCampaign(fieldCampaign({ cases: 2 }));
  expect((await campaign.run({ 1: "returns-early" })).exitCode).toBe(1);
  expect(campaign.outcomes()[0]).toEqual([1, "failed", "callback_error"]);
  expect(campaign.records("outcome")[0]?.failure?.message).toBe(
    'the callback returned without 2 of its points: {"tokens":2}, {"tokens":4}',
  );
  expect(campaign.records("worker")).toHaveLength(1);
});
