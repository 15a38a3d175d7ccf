import { closeSync, openSync, readSync } from "node:fs";
import type { Memory } from "../../protocol/facts.js";
import { layersAlive } from "./layer-count.js";

const STATUS = "/proc/self/status";
const BYTES_PER_KIB = 1024;
const buffer = Buffer.alloc(4096);

/** This process's memory now. The host's figures are `null` where /proc is not there; a CPU has no device memory. */
export function readMemory(): Memory {
  const status = readStatus();
  return {
    rssBytes: field(status, "VmRSS"),
    privateBytes: field(status, "VmData"),
    deviceAllocatedBytes: null,
    deviceReservedBytes: null,
    deviceFreeBytes: null,
    layersAlive: layersAlive(),
  };
}

/** Reads into one buffer, so that measuring the memory does not itself grow it. */
function readStatus(): string {
  try {
    const file = openSync(STATUS, "r");
    try {
      return buffer.toString("latin1", 0, readSync(file, buffer, 0, buffer.length, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}

function field(status: string, name: string): number | null {
  const kib = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1];
  return kib === undefined ? null : Number(kib) * BYTES_PER_KIB;
}
