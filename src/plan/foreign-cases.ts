import { resolve } from "node:path";
import { keyOf } from "../identity/keys.js";
import { type ForeignCase, foreignCaseSchema } from "../ops/foreign/case.js";
import { foreignCaseName } from "../ops/foreign/name.js";
import { EnvironmentNotFound } from "../runtimes/python/environments.js";
import { EnvironmentNotInstalled, interpreterOf } from "../runtimes/python/interpreter.js";
import { GetterFailed, listCases } from "../runtimes/python/list-cases.js";
import { bytesOf } from "./byte-size.js";
import type { CaseCollector } from "./case-collector.js";
import type { DeviceSpec } from "./campaign-schema.js";
import type { ForeignEntry } from "./foreign-entry.js";
import type { EntryProblem } from "./moe-cases.js";
import type { GetterRun, PlannedCase } from "./plan.js";

/** A case that cannot be written down has no key, and could not be told from another. */
const NO_KEY = "arguments that can be written down";

interface Places {
  readonly baseDir: string;
  readonly collector: CaseCollector;
  /** The devices of the entry's runtime. */
  readonly devices: readonly DeviceSpec[];
}

/** What became of an entry: what is wrong with it, or the run of its getter. */
export interface ForeignCases {
  readonly problems: readonly EntryProblem[];
  readonly run: GetterRun | null;
}

/** Turns one entry into cases: its getter runs in the Python of the first device that will measure them. */
export function foreignCases(entry: ForeignEntry, { baseDir, collector, devices }: Places): ForeignCases {
  const [device] = devices;
  if (!device) return { problems: [], run: null };
  const problem = (field: string, message: string) => ({ problems: [{ path: [field], message }], run: null });
  if (devices.some(({ launch }) => launch !== undefined)) {
    return problem("runtime", "a collector does not travel with a `launch` command");
  }
  try {
    const python = interpreterOf(device);
    const { version, file, cases } = listCases({ python, path: resolve(baseDir, entry.path), getter: entry.getter });
    for (const listed of cases) {
      if ("refused" in listed) {
        const faults = [{ rule: NO_KEY, reason: `${entry.getter}: ${listed.refused}` }];
        collector.refuse({ op: entry.op, model: entry.callback, layer: null }, faults);
      } else collector.addWhole(plannedCase(entry, listed.arguments));
    }
    const { getter } = entry;
    const run = { getter, file, python, version, environment: device.environment ?? null, cases: cases.length };
    return { problems: [], run };
  } catch (error) {
    if (error instanceof GetterFailed) return problem("getter", error.message);
    if (error instanceof EnvironmentNotFound || error instanceof EnvironmentNotInstalled) {
      return problem("runtime", error.message);
    }
    throw error;
  }
}

function plannedCase(entry: ForeignEntry, values: ForeignCase["arguments"]): PlannedCase {
  const { op, runtime, callback, rows, weights } = entry;
  const layer = foreignCaseSchema.parse({ op, runtime, callback, arguments: values });
  return {
    key: keyOf(layer),
    name: foreignCaseName(layer),
    models: [],
    case: layer,
    coordinates: [],
    rows: { latency: rows.latency, unit: rows.unit, points: rows.points ?? null },
    weightBytes: weights === undefined ? 0 : bytesOf(weights),
  };
}
