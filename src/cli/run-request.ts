import { z } from "zod";
import type { RunOptions } from "../campaign/run.js";
import { chooseCases, type Remeasurable } from "../campaign/selection.js";
import type { CampaignFold } from "../ledger/fold.js";
import { flagNames } from "../measure/flags.js";

/** What `addRunOptions` leaves. */
export const runShape = {
  for: z.number().positive().optional(),
  maxFailures: z.union([z.strictObject({ count: z.number() }), z.strictObject({ share: z.number() })]).optional(),
  takeOver: z.boolean().default(false),
  serve: z.boolean().default(false),
};

/** What `addSelectionOptions` leaves. */
export const selectionShape = {
  retryFailed: z.boolean().default(false),
  only: z.array(z.string().min(1)).optional(),
  remeasure: z.array(z.string()).default([]),
};

/** What the options of a command ask of a run. */
export interface RunRequest {
  readonly for?: number | undefined;
  readonly maxFailures?: RunOptions["maxFailures"] | undefined;
  readonly retryFailed?: boolean;
  readonly only?: readonly string[] | undefined;
  readonly remeasure?: readonly string[];
}

/** A value of an option that is none of those which there are. */
export class OptionInvalid extends Error {
  override readonly name = "OptionInvalid";
}

/**
 * The request as the run takes it.
 * @throws OptionInvalid, CaseNotFound, FailureGroupNotFound
 */
export function runOptionsOf(request: RunRequest, fold: CampaignFold): RunOptions {
  const { plan } = fold;
  if (!plan) throw new OptionInvalid("the campaign has no plan: begin it with `assay run FILE --dir FOLDER`");
  return {
    selection: {
      retryFailed: request.retryFailed ?? false,
      only: request.only ? chooseCases(fold, plan, request.only) : null,
      remeasure: (request.remeasure ?? []).flatMap((words) => words.split(",").map(remeasurable)),
    },
    maxFailures: request.maxFailures ?? null,
    limitSeconds: request.for ?? null,
  };
}

function remeasurable(word: string): Remeasurable {
  const names = [...flagNames, "older"] as const;
  const found = names.find((name) => name === word);
  if (found) return found;
  throw new OptionInvalid(`--remeasure: there is no flag ${word}; there are: ${names.join(", ")}`);
}
