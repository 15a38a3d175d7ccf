import { findModel, ModelNotFound } from "../model/find-model.js";
import { ModelRefused } from "../model/model-refused.js";
import type { ModelShape, MoeShape } from "../model/shape.js";
import { type MoeCase, moeCaseSchema } from "../ops/moe/case.js";
import type { Fault } from "../ops/moe/fault.js";
import { type DeviceKind, moeFaults } from "../ops/moe/legality.js";
import type { CaseCollector } from "./case-collector.js";
import type { MoeEntry } from "./moe-entry.js";
import { defaultCallbacks } from "./runtimes.js";

const NO_LAYER: Fault = { rule: "a MoE layer", reason: "the model has no MoE layer" };

/** Something wrong with a field of an entry; `path` starts at the entry. */
export interface EntryProblem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

interface Places {
  /** The folder from which paths of models are read. */
  readonly baseDir: string;
  readonly collector: CaseCollector;
  /** What the devices of the entry's runtime are. */
  readonly kinds: readonly DeviceKind[];
}

/** Turns one entry into cases: legal ones are added, others refused with each reason. Models that cannot be read are problems. */
export function moeCases(entry: MoeEntry, places: Places): EntryProblem[] {
  const problems: EntryProblem[] = [];
  entry.models.forEach((reference, index) => {
    const model = readModel(reference, places.baseDir);
    if ("message" in model) problems.push({ path: ["models", index], message: model.message });
    else addCases(entry, model, places);
  });
  return problems;
}

function readModel(reference: string, baseDir: string): ModelShape | { readonly message: string } {
  try {
    return findModel(reference, { baseDir });
  } catch (error) {
    if (error instanceof ModelNotFound || error instanceof ModelRefused) return { message: error.message };
    throw error;
  }
}

function addCases(entry: MoeEntry, model: ModelShape, { collector, kinds }: Places): void {
  const asked = { op: entry.op, model: model.name };
  if (model.moe === null) return collector.refuse({ ...asked, layer: null }, [NO_LAYER]);
  for (const layer of layersOf(entry, model.hidden, model.moe)) {
    const faults = faultsOn(kinds, layer, entry.runtime);
    if (faults.length === 0) collector.add(layer, model.name, entry.tokens);
    else collector.refuse({ ...asked, layer }, faults);
  }
}

/** Any device of the runtime may get the case: each rule that it breaks on one of them, once. */
function faultsOn(kinds: readonly DeviceKind[], layer: MoeCase, runtime: MoeEntry["runtime"]): Fault[] {
  const all = kinds.flatMap((kind) => moeFaults(layer, runtime, kind));
  return [...new Map(all.map((fault) => [fault.rule, fault])).values()];
}

/** The product of an entry's lists for one model: dtype, tp, ep, workload, the last varying fastest. */
function layersOf(entry: MoeEntry, hidden: number, moe: MoeShape): MoeCase[] {
  const { runtime, callback = defaultCallbacks[runtime] } = entry;
  const common = { op: "moe" as const, runtime, callback, hidden, ...moe };
  return entry.dtype.flatMap((dtype) =>
    entry.tp.flatMap((tp) =>
      entry.ep.flatMap((ep) =>
        entry.workload.map((workload) => moeCaseSchema.parse({ ...common, dtype, tp, ep, workload })),
      ),
    ),
  );
}
