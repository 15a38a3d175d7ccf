import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { localLaunch } from "../../src/launch/local-launch.js";
import { encodeMessage, LineSplitter, parseReport } from "../../src/protocol/framing.js";
import { PROTOCOL_VERSION, type Report } from "../../src/protocol/messages.js";
import { findPython } from "../../src/runtimes/python/base-python.js";
import { localPythonCommand } from "../../src/runtimes/python/local-command.js";
import { remotePythonCommand } from "../../src/runtimes/python/remote-command.js";
import type { WorkerCommand } from "../../src/runtimes/worker-command.js";
import { WorkerProcess } from "../../src/worker/worker-process.js";
import { isLiving, temporaryFolder } from "./assay.js";

const python = findPython(">=3.10")?.program;

/** A worker with its reports, in the order in which they come. */
class Heard {
  readonly reports: Report[] = [];
  readonly channel: WorkerProcess;
  readonly logPath = join(temporaryFolder(), "worker.log");

  constructor(command: WorkerCommand) {
    const lines = new LineSplitter();
    this.channel = new WorkerProcess(localLaunch(command), this.logPath, (chunk) => {
      for (const line of lines.push(chunk)) this.reports.push(parseReport(line));
    });
    onTestFinished(() => this.channel.kill());
  }

  /** What it says of itself before it loads anything. */
  async describe(): Promise<Extract<Report, { kind: "ready" }>> {
    this.channel.send(encodeMessage({ v: PROTOCOL_VERSION, kind: "describe" }));
    for (;;) {
      const ready = this.reports.find((report) => report.kind === "ready");
      if (ready) return ready;
      await setTimeout(20);
    }
  }
}

/** Its words, joined by spaces, go to a shell, as ssh does it. */
const TO_A_SHELL = 'exec sh -c "$*"';
/** The same in another session, with nothing but pipes between the two sides. */
const TO_A_FAR_SHELL = 'cat | setsid -w sh -c "$*" | cat';

function fakeSsh(does: string): string {
  const path = join(temporaryFolder(), "ssh");
  writeFileSync(path, `#!/bin/sh\nshift\n${does}\n`);
  chmodSync(path, 0o755);
  return path;
}

describe.skipIf(python === undefined)("a Python worker", () => {
  const options = { framework: "vllm" };
  const place = { host: "here", python: python ?? "" };

  it.each<[string, () => WorkerCommand]>([
    ["on this machine", () => localPythonCommand(place.python, options)],
    [
      "behind a command that passes its words on",
      () => remotePythonCommand({ template: "env {python} -", ...place }, options),
    ],
    [
      "behind one that hands them to a shell",
      () => remotePythonCommand({ template: `${fakeSsh(TO_A_SHELL)} {host} {python} -`, ...place }, options),
    ],
  ])("%s says what it has, and needs no framework for it", async (_, command) => {
    const worker = new Heard(command());
    const ready = await worker.describe();
    expect(ready.callbacks).toEqual(["run_moe_torch"]);
    worker.channel.send(encodeMessage({ v: PROTOCOL_VERSION, kind: "stop" }));
    expect(await worker.channel.exited).toEqual({ code: 0, signal: null });
  });

  it("behind a carrier is gone when its carrier is", async () => {
    const worker = new Heard(
      remotePythonCommand({ template: `${fakeSsh(TO_A_FAR_SHELL)} {host} {python} -`, ...place }, options),
    );
    const { pid } = await worker.describe();
    expect(isLiving(pid)).toBe(true);
    worker.channel.kill();
    await worker.channel.exited;
    for (let waited = 0; isLiving(pid) && waited < 5_000; waited += 50) await setTimeout(50);
    expect(isLiving(pid)).toBe(false);
  });

  it("behind a carrier prints into its log, not into the stream", async () => {
    const command = remotePythonCommand(
      { template: `sh -c 'echo printed >&2; exec "$@"' sh {python} -`, ...place },
      options,
    );
    const worker = new Heard(command);
    await worker.describe();
    expect(readFileSync(worker.logPath, "utf8")).toContain("printed");
    worker.channel.send(encodeMessage({ v: PROTOCOL_VERSION, kind: "stop" }));
    await worker.channel.exited;
  });
});
