import type { CaseState } from "../ledger/case-state.js";
import { failureGroups } from "../ledger/failure-groups.js";
import type { CampaignFold } from "../ledger/fold.js";
import type { Flag } from "../measure/flags.js";
import { findCase } from "../plan/find-case.js";
import type { Plan } from "../plan/plan.js";

/** Why a point that was measured is measured again: a flag, or that its sources or environment do not count any more. */
export type Remeasurable = Flag | "older";

/** What a run takes on of a campaign. */
export interface Selection {
  /** Cases that failed are tried again. */
  readonly retryFailed: boolean;
  /** These cases alone, failed or not; `null`: all. */
  readonly only: CaseChoice | null;
  /** Points whose record has one of these flags, or is older, are measured again. */
  readonly remeasure: readonly Remeasurable[];
}

/** Whether a case in its arm is meant. */
export type CaseChoice = (state: Pick<CaseState, "key" | "arm">) => boolean;

/** All that is left, failed cases aside: what `run` and a plain `resume` take on. */
export const WHAT_IS_LEFT: Selection = { retryFailed: false, only: null, remeasure: [] };

/**
 * The cases that some words name: beginnings of keys, or names of failure groups (`f-3fa9c1d2`).
 * @throws CaseNotFound for a word that names no case, or several; FailureGroupNotFound for a group that is not there.
 */
export function chooseCases(fold: CampaignFold, plan: Plan, words: readonly string[]): CaseChoice {
  const chosen = words.map((word) => (word.startsWith("f-") ? membersOf(fold, word) : oneCase(plan, word)));
  return (state) => chosen.some((matches) => matches(state));
}

/** A name that no group of failures has, or has any more. */
export class FailureGroupNotFound extends Error {
  override readonly name = "FailureGroupNotFound";
  constructor(id: string, there: readonly string[]) {
    const known = there.length === 0 ? "no failures stand" : `there are: ${there.join(", ")}`;
    super(`there is no group of failures ${id}; ${known}`);
  }
}

function oneCase(plan: Plan, prefix: string): CaseChoice {
  const { key } = findCase(plan, prefix);
  return (state) => state.key === key;
}

function membersOf(fold: CampaignFold, id: string): CaseChoice {
  const groups = failureGroups(fold);
  const group = groups.find((candidate) => candidate.id === id);
  if (!group)
    throw new FailureGroupNotFound(
      id,
      groups.map((known) => known.id),
    );
  return ({ key, arm }) => group.members.some((member) => member.key === key && member.arm === arm);
}
