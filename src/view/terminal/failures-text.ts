import { shortKey } from "../../identity/keys.js";
import { coordinatesId } from "../../ledger/case-state.js";
import type { FailedCase, FailureGroup } from "../../ledger/failure-groups.js";
import type { DeviceStoppedRecord } from "../../ledger/records.js";
import type { Failure } from "../../worker/failure.js";
import { countText } from "../quantities.js";
import { resumeCommand } from "./resume-command.js";

const SHOWN_MEMBERS = 5;

/** The failures that stand, a finding each, with the command that runs just its cases again; empty for none. */
export function failuresText(groups: readonly FailureGroup[], directory: string): string {
  if (groups.length === 0) return "";
  const cases = groups.reduce((sum, { members }) => sum + members.length, 0);
  const heading = `${countText(groups.length, "finding")} in ${countText(cases, "failed case")}:\n`;
  return [heading, ...groups.map((group) => groupText(group, directory)), "\n"].join("");
}

function groupText(group: FailureGroup, directory: string): string {
  const { id, members, example } = group;
  const shown = members.slice(0, SHOWN_MEMBERS).map(memberText);
  const left = members.length - shown.length;
  return [
    `${id}  ${group.class}: ${countText(members.length, "case")}${sharedText(group)}`,
    `  ${firstLine(example.message)}`,
    ...causesOf(example).map((cause) => `  caused by ${cause}`),
    ...(example.error === null ? lastWordsLine(example) : []),
    ...shown.map((member) => `  - ${member}`),
    ...(left > 0 ? [`  - and ${left} more`] : []),
    `  again: ${resumeCommand(directory, "--only", id)}`,
    "",
  ].join("\n");
}

function sharedText({ members, shared, sharedBy, from }: FailureGroup): string {
  const pairs = Object.entries(shared).map(([name, value]) => `${name}=${value}`);
  const all =
    members.length === 1 || pairs.length === 0
      ? ""
      : `, all with ${pairs.join(" ")} (${members.length} of ${sharedBy} such)`;
  return from ? `${all}, from ${from.axis}=${from.size} on` : all;
}

function memberText({ key, name, arm, failedAt, attempts }: FailedCase): string {
  const parts = [
    `${name}${arm === null ? "" : ` [${arm}]`} (${shortKey(key)})`,
    ...(failedAt ? [`at ${coordinatesId(failedAt)}`] : []),
    ...(attempts > 1 ? [`tried ${attempts} times`] : []),
  ];
  return parts.join(", ");
}

function causesOf({ error }: Failure): string[] {
  const causes: string[] = [];
  for (let cause = error?.cause ?? null; cause; cause = cause.cause)
    causes.push(`${cause.type}: ${firstLine(cause.message)}`);
  return causes;
}

/** `gpu3 stopped: its worker died 3 times at start: …`, with the worker's last words. */
export function stoppedDeviceText({ device, tries, failure }: DeviceStoppedRecord): string {
  return `${device} stopped: its worker died ${tries} times at start: ${withLastWords(failure)}`;
}

/** A failure's message and the last line that its worker printed. */
export function withLastWords(failure: Failure): string {
  const words = lastWords(failure);
  return words === "" ? firstLine(failure.message) : `${firstLine(failure.message)}: ${words}`;
}

/** The first line of a text. */
export function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

function lastWordsLine(failure: Failure): string[] {
  const words = lastWords(failure);
  return words === "" ? [] : [`  last words: ${words}`];
}

function lastWords({ lastOutput }: Failure): string {
  return lastOutput.trim().split("\n").at(-1) ?? "";
}
