import type { MeasuredPoint } from "../../../src/protocol/facts.js";
import type { Callback } from "../../../src/runtimes/ort/callback.js";
import { Dispatcher } from "../../../src/runtimes/ort/dispatch.js";
import type { contract, Dispatch } from "./callback-contract.js";

/** A dispatcher with a fault in it, and the check of the contract that finds it. */
export interface Mutant {
  readonly fault: string;
  readonly foundBy: keyof typeof contract;
  readonly dispatch: Dispatch;
}

const ORDER = "one collection, after the return and before the last word";

/** The table of mutations: each breaks one clause of the contract. */
export const mutants: readonly Mutant[] = [
  {
    fault: "no collection",
    foundBy: ORDER,
    dispatch: (parts, ...attempt) => new Dispatcher({ ...parts, collect: () => {} }).run(...attempt),
  },
  {
    fault: "two collections",
    foundBy: ORDER,
    dispatch: (parts, ...attempt) => {
      const collect = () => {
        parts.collect();
        parts.collect();
      };
      return new Dispatcher({ ...parts, collect }).run(...attempt);
    },
  },
  {
    fault: "a collection on failure",
    foundBy: "no collection on failure",
    dispatch: (parts, command, callback, sweep) =>
      new Dispatcher(parts).run({ ...command, policy: { ...command.policy, reclaim: "always" } }, callback, sweep),
  },
  {
    fault: "the collection before the return",
    foundBy: ORDER,
    dispatch: (parts, command, callback, sweep) => {
      const early: Callback = async (...args) => {
        await callback(...args);
        parts.collect();
      };
      return new Dispatcher({ ...parts, collect: () => {} }).run(command, early, sweep);
    },
  },
  {
    fault: "the collection between points",
    foundBy: ORDER,
    dispatch: (parts, command, callback, sweep) => {
      const eager: Callback = (layerCase, points) => {
        const report = points.report.bind(points);
        points.report = (point: MeasuredPoint) => {
          report(point);
          parts.collect();
        };
        return callback(layerCase, points);
      };
      return new Dispatcher({ ...parts, collect: () => {} }).run(command, eager, sweep);
    },
  },
  {
    fault: "memory read before it has settled",
    foundBy: ORDER,
    dispatch: (parts, ...attempt) => new Dispatcher({ ...parts, settle: () => Promise.resolve() }).run(...attempt),
  },
  {
    fault: "the error replaced",
    foundBy: "the original error arrives",
    dispatch: (parts, command, callback, sweep) => {
      const replaced: Callback = (...args) =>
        callback(...args).catch((error: unknown) => {
          throw new Error("the callback failed", { cause: error });
        });
      return new Dispatcher(parts).run(command, replaced, sweep);
    },
  },
  {
    fault: "the cause dropped",
    foundBy: "the original error arrives",
    dispatch: (parts, command, callback, sweep) => {
      const stripped: Callback = (...args) =>
        callback(...args).catch((error: unknown) => {
          throw Object.assign(Object.create(error as Error) as Error, { cause: undefined });
        });
      return new Dispatcher(parts).run(command, stripped, sweep);
    },
  },
  {
    fault: "an argument dropped",
    foundBy: "the callback is called once, with the case and the sweep alone",
    dispatch: (parts, command, callback, sweep) => {
      const partial = callback as (...args: unknown[]) => Promise<void>;
      return new Dispatcher(parts).run(command, (layerCase) => partial(layerCase), sweep);
    },
  },
  {
    fault: "an argument added",
    foundBy: "the callback is called once, with the case and the sweep alone",
    dispatch: (parts, command, callback, sweep) => {
      const wide = callback as (...args: unknown[]) => Promise<void>;
      return new Dispatcher(parts).run(command, (...args) => wide(...args, "more"), sweep);
    },
  },
];
