import { spawnSync } from "node:child_process";
import { LaunchImpossible } from "./local-launch.js";

/**
 * Limits the data segment of a running process (what `VmData` counts: private data, resident or not).
 * @throws LaunchImpossible where `prlimit` is missing or refuses.
 */
export function limitDataSegment(pid: number, bytes: number): void {
  const { status, error, stderr } = spawnSync("prlimit", ["--pid", String(pid), `--data=${bytes}`], {
    encoding: "utf8",
  });
  if (status === 0) return;
  const reason = error ? error.message : stderr.trim();
  throw new LaunchImpossible(`a memory budget needs prlimit (util-linux, Linux): ${reason}`);
}
