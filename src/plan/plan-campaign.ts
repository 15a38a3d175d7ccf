import { compilePins } from "./compile-pins.js";
import { collectorsOf } from "./device-collectors.js";
import { foreignCases } from "./foreign-cases.js";
import { compilePolicy } from "./compile-policy.js";
import type { GetterRun, Plan } from "./plan.js";
import type { DeviceKind } from "../ops/moe/legality.js";
import type { DeviceSpec } from "./campaign-schema.js";
import { readCampaignFile } from "./campaign-file.js";
import type { CaseFilter } from "./case-filter.js";
import { CaseCollector } from "./case-collector.js";
import { refuseCollisions } from "./collisions.js";
import { moeCases } from "./moe-cases.js";
import { CampaignFileInvalid, type Problem } from "./problem.js";
import { basename, dirname, resolve } from "node:path";

/**
 * Plans a campaign from the text of its file: ordered cases, refusals with reasons. Needs no device and no framework;
 * only entries with a getter run Python code, which the plan tells.
 *
 * @param filter which of the file's cases are wanted; left out: all.
 * @throws CampaignFileInvalid with every mistake of the file; FilterMatchesNothing; PlanRefused when two layers would
 * share a table's row.
 */
export function planCampaign(text: string, file: string, filter: CaseFilter = {}): Plan {
  const source = readCampaignFile(text, file);
  const { content } = source;
  const baseDir = dirname(resolve(file));
  const collector = new CaseCollector();
  const problems: Problem[] = [];
  const getters: GetterRun[] = [];
  content.cases.forEach((entry, index) => {
    const devices = content.devices.filter(({ runtime }) => runtime === entry.runtime);
    if (devices.length === 0) {
      problems.push(source.problemAt(["cases", index, "runtime"], `no device has the runtime ${entry.runtime}`));
    }
    const found =
      entry.op === "moe"
        ? { problems: moeCases(entry, { baseDir, collector, kinds: kindsOf(devices) }), run: null }
        : foreignCases(entry, { baseDir, collector, devices: devices.map((device) => withPaths(device, baseDir)) });
    if (found.run) getters.push(found.run);
    for (const { path, message } of found.problems) {
      problems.push(source.problemAt(["cases", index, ...path], message));
    }
  });
  if (content.policy.memory.budget !== undefined && content.devices.some(({ launch }) => launch !== undefined)) {
    problems.push(
      source.problemAt(
        ["policy", "memory", "budget"],
        "limits workers on this machine alone, and a device has `launch`",
      ),
    );
  }
  if (problems.length > 0) throw new CampaignFileInvalid(file, problems);
  const { cases, refusals } = collector.select(filter);
  refuseCollisions(cases);
  return {
    name: content.name ?? basename(file).replace(/\.ya?ml$/, ""),
    devices: content.devices.map((device) => ({
      ...withPaths(device, baseDir),
      ...collectorsOf(device, content.cases, baseDir),
    })),
    policy: compilePolicy(content.policy),
    cases,
    refusals,
    ...(getters.length > 0 && { getters }),
    ...compilePins(content, baseDir),
  };
}

/** Paths of a campaign file are told from its folder. An interpreter may be a name to be looked up as well. */
function withPaths(device: DeviceSpec, baseDir: string): DeviceSpec {
  const { callbacks, python } = device;
  return {
    ...device,
    ...(callbacks !== undefined && { callbacks: resolve(baseDir, callbacks) }),
    ...(python?.startsWith(".") && { python: resolve(baseDir, python) }),
  };
}

function kindsOf(devices: readonly DeviceSpec[]): DeviceKind[] {
  return [...new Set(devices.map(({ kind = "cpu" }) => kind))];
}
