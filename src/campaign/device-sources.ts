import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { DeviceSpec } from "../plan/campaign-schema.js";
import { gitState } from "../provenance/git-state.js";
import type { PinnedSource } from "../provenance/pins.js";
import { readPythonSources } from "../provenance/python-closure.js";
import {
  closureOf,
  productFolder,
  type ReadSources,
  readOrtSources,
  type SourceClosure,
} from "../provenance/source-closure.js";
import { interpreterOf } from "../runtimes/python/interpreter.js";
import { pythonFolder } from "../runtimes/python/product.js";

/** The code that a device's workers load, as it is now. */
export interface DeviceSources extends PinnedSource {
  readonly device: string;
}

/**
 * The sources of each device. Their repository is the one that holds the device's module of callbacks or, where it
 * names none, the first collector, else the one that Assay itself runs from.
 */
export function sourcesOf(devices: readonly DeviceSpec[]): DeviceSources[] {
  const known = new Map<string, PinnedSource>();
  return devices.map((device) => {
    const { name, runtime, callbacks, collectors, environment, python } = device;
    const id = JSON.stringify([runtime, callbacks, collectors, environment, python]);
    const source = known.get(id) ?? readSource(device);
    known.set(id, source);
    return { device: name, ...source };
  });
}

/** The closure of a device's workers, as it is now. */
export function closureOfDevice(device: DeviceSpec): SourceClosure {
  return sourcesOfDevice(device).closure;
}

function sourcesOfDevice(device: DeviceSpec): ReadSources {
  const { runtime, callbacks, collectors } = device;
  if (runtime === "ort") return readOrtSources({ callbacks });
  const { closure, paths } = readPythonSources({
    python: listingPython(device),
    workerRoot: pythonFolder,
    modules: runtime === "python" ? [] : [`assay_worker.callbacks.${runtime}.framework`],
    ...(collectors && { collectors }),
    ...(callbacks !== undefined && { callbacks: [callbacks] }),
  });
  return { closure: closureOf({ ...closure, runtime }), paths };
}

/** Who lists the sources of a worker: its own interpreter; for one that runs elsewhere, any that is here. */
function listingPython(device: DeviceSpec): string {
  if (device.launch === undefined || device.environment !== undefined) return interpreterOf(device);
  return device.python !== undefined && existsSync(device.python) ? device.python : "python3";
}

function readSource(device: DeviceSpec): PinnedSource {
  const { callbacks, collectors } = device;
  const { closure, paths } = sourcesOfDevice(device);
  return {
    closure,
    git: gitState(callbacks === undefined ? (collectors?.paths[0] ?? productFolder) : dirname(callbacks), paths),
  };
}
