import { type Coordinates, keyOf } from "../identity/keys.js";
import type { LayerCase } from "../ops/layer-case.js";
import type { MoeCase } from "../ops/moe/case.js";
import { weightBytesPerRank } from "../ops/moe/cost.js";
import type { Fault } from "../ops/moe/fault.js";
import { moeCaseName } from "../ops/moe/name.js";
import { type CaseFilter, type Filterable, selectCases } from "./case-filter.js";
import type { PlannedCase, Refusal } from "./plan.js";
import { countRefusals } from "./refusals.js";

/** A case of one model that was asked for; `layer`: `null` where the model has no such layer. */
export interface AskedCase {
  readonly op: string;
  readonly model: string;
  readonly layer: LayerCase | null;
}

/** One execution key of a layer, with all names and all points asked of it. */
class CollectedLayer implements Filterable {
  readonly models: string[] = [];
  readonly tokens = new Set<number>();

  constructor(
    readonly key: string,
    readonly layer: MoeCase,
  ) {}

  get op(): string {
    return this.layer.op;
  }

  add(model: string, tokens: readonly number[]): void {
    if (!this.models.includes(model)) this.models.push(model);
    for (const count of tokens) this.tokens.add(count);
  }

  planned(): PlannedCase {
    return {
      key: this.key,
      name: moeCaseName(this.layer, this.models),
      models: this.models,
      case: this.layer,
      coordinates: Array.from(this.tokens, (tokens): Coordinates => ({ tokens })),
      weightBytes: weightBytesPerRank(this.layer),
    };
  }
}

/** A case that its op has planned whole. */
class CollectedWhole implements Filterable {
  readonly #planned: PlannedCase;
  readonly key: string;

  constructor(planned: PlannedCase) {
    this.#planned = planned;
    this.key = planned.key;
  }

  get op(): string {
    return this.#planned.case.op;
  }

  get models(): readonly string[] {
    return this.#planned.models;
  }

  get layer(): LayerCase {
    return this.#planned.case;
  }

  planned(): PlannedCase {
    return this.#planned;
  }
}

type Collected = CollectedLayer | CollectedWhole;

/** What was asked for and cannot be measured. */
class Refused implements Filterable {
  readonly op: string;
  readonly models: readonly string[];
  readonly layer: LayerCase | null;

  constructor(
    asked: AskedCase,
    readonly faults: readonly Fault[],
  ) {
    this.op = asked.op;
    this.models = [asked.model];
    this.layer = asked.layer;
  }

  get key(): string | null {
    return this.layer && keyOf(this.layer);
  }

  get subject(): string {
    const sizes = this.layer?.op !== "moe" ? [] : [this.layer.dtype, `tp${this.layer.tp}`, `ep${this.layer.ep}`];
    return [...this.models, ...sizes].join(" ");
  }
}

/** Gathers the cases of a plan in order: one for each execution key, with all names and all points asked of it. */
export class CaseCollector {
  readonly #collected = new Map<string, Collected>();
  readonly #refused: Refused[] = [];

  add(layer: MoeCase, model: string, tokens: readonly number[]): void {
    const key = keyOf(layer);
    const known = this.#collected.get(key);
    const collected = known instanceof CollectedLayer ? known : new CollectedLayer(key, layer);
    collected.add(model, tokens);
    this.#collected.set(key, collected);
  }

  /** Adds a case that its op has planned whole; one that is there already is the same. */
  addWhole(planned: PlannedCase): void {
    if (!this.#collected.has(planned.key)) this.#collected.set(planned.key, new CollectedWhole(planned));
  }

  refuse(asked: AskedCase, faults: readonly Fault[]): void {
    this.#refused.push(new Refused(asked, faults));
  }

  /**
   * What of all this a filter wants.
   * @throws FilterMatchesNothing
   */
  select(filter: CaseFilter): { readonly cases: PlannedCase[]; readonly refusals: Refusal[] } {
    const selected = selectCases<Collected | Refused>([...this.#collected.values(), ...this.#refused], filter);
    const refused = selected.filter((asked) => asked instanceof Refused);
    return {
      cases: selected.flatMap((asked) => (asked instanceof Refused ? [] : [asked.planned()])),
      refusals: countRefusals(refused),
    };
  }
}
