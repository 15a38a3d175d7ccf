import { type Coordinates, sha256Hex } from "../identity/keys.js";
import type { FailureClass } from "../plan/failure-class.js";
import type { Plan } from "../plan/plan.js";
import type { ErrorFacts } from "../protocol/facts.js";
import type { Failure } from "../worker/failure.js";
import { type CaseState, lastOutcome, progressOf } from "./case-state.js";
import type { CampaignFold } from "./fold.js";
import { messagePattern } from "./message-pattern.js";
import { sharedAttributes, type SharedAttributes } from "./shared-attributes.js";
import type { OutcomeRecord } from "./records.js";

/** A case whose failure stands: its last attempt that ended failed. */
export interface FailedCase {
  readonly key: string;
  readonly name: string;
  readonly arm: string | null;
  readonly attempt: string;
  /** How often it was tried. */
  readonly attempts: number;
  /** The point that was being measured; `null`: none was. */
  readonly failedAt: Coordinates | null;
}

/** Failures of one kind: one finding. */
export interface FailureGroup extends SharedAttributes {
  /** `f-3fa9c1d2`: the same for the same class and message in any campaign. */
  readonly id: string;
  readonly class: FailureClass;
  /** The message that its members have in common: numbers, hex and paths replaced. */
  readonly pattern: string;
  /** The first member's failure, whole. */
  readonly example: Failure;
  readonly members: readonly FailedCase[];
}

/** A failed case with all that is known of it. */
interface Standing {
  readonly state: CaseState;
  readonly outcome: OutcomeRecord;
  readonly failure: Failure;
}

/** The failures of a campaign that stand, by class and kind of message; the largest group first. */
export function failureGroups(fold: CampaignFold): FailureGroup[] {
  const planned = fold.planned();
  const byKind = new Map<string, Standing[]>();
  for (const failed of planned.flatMap(standing)) {
    const kind = kindOf(failed.failure);
    const known = byKind.get(kind);
    if (known) known.push(failed);
    else byKind.set(kind, [failed]);
  }
  return [...byKind]
    .map(([kind, failed]) => groupOf(kind, failed, planned, fold.plan))
    .toSorted((left, right) => right.members.length - left.members.length);
}

function standing(state: CaseState): Standing[] {
  const outcome = progressOf(state) === "failed" ? lastOutcome(state) : null;
  return outcome?.failure ? [{ state, outcome, failure: outcome.failure }] : [];
}

/** Class and message pattern; the causes count, since a wrapper's message alone says little. */
function kindOf({ class: failureClass, message, error }: Failure): string {
  const messages = [message, ...causesOf(error)];
  return [failureClass, ...messages.map(messagePattern)].join("\n");
}

function causesOf(error: ErrorFacts | null): string[] {
  const causes: string[] = [];
  for (let cause = error?.cause ?? null; cause; cause = cause.cause) causes.push(`${cause.type}: ${cause.message}`);
  return causes;
}

function groupOf(
  kind: string,
  failed: readonly Standing[],
  planned: readonly CaseState[],
  plan: Plan | null,
): FailureGroup {
  const [first] = failed;
  if (!first) throw new Error("a group of failures has members");
  return {
    id: `f-${sha256Hex(kind).slice(0, 8)}`,
    class: first.failure.class,
    pattern: kind.split("\n").slice(1).join("\ncaused by "),
    example: first.failure,
    ...sharedAttributes(
      failed.map(({ state, outcome }) => ({ state, failedAt: failedAt(outcome) })),
      planned,
      plan,
    ),
    members: failed.map(memberOf),
  };
}

function memberOf({ state, outcome }: Standing): FailedCase {
  return {
    key: state.key,
    name: state.planned?.name ?? state.key,
    arm: state.arm,
    attempt: outcome.attempt,
    attempts: state.attempts.length,
    failedAt: failedAt(outcome),
  };
}

function failedAt(outcome: OutcomeRecord): Coordinates | null {
  return outcome.failedAt ?? null;
}
