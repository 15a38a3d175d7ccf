import { keyOf } from "../identity/keys.js";
import type { Facts, HostFacts } from "./device-identity.js";

/**
 * What a worker's numbers depend on beside its sources. Two environments are the same where their `identity` is:
 * versions of the framework and its libraries, the device's model, size and driver, threads, instruction sets, governor.
 * What tells where or when (host, container, uuid, kernel, clocks as read, load) stands beside it and decides nothing.
 */
export interface Environment {
  /** Of the identity. */
  readonly hash: string;
  readonly identity: Facts;
  readonly moment: Facts;
}

/** What a worker reported when it had loaded. */
export interface LoadedFacts {
  readonly versions: Readonly<Record<string, string>>;
  readonly device: Facts;
}

/** Facts of a device that make it another one. */
const identifying: ReadonlySet<string> = new Set([
  "kind",
  "model",
  "architecture",
  "threads",
  "driver",
  "capability",
  "cpuCapability",
  "multiprocessors",
]);

/** The environment of a worker on this machine. */
export function environmentOf({ versions, device }: LoadedFacts, { processor, moment }: HostFacts): Environment {
  // Of a host, memory is a matter of what else it holds; of a device it is a part of what it is.
  const identifies = (name: string) => identifying.has(name) || (name === "memoryBytes" && device["kind"] !== "cpu");
  const facts = Object.entries(device).filter(([name]) => name !== "name");
  const identity = {
    ...versions,
    ...processor,
    ...Object.fromEntries(facts.filter(([name]) => identifies(name))),
  };
  return {
    hash: keyOf(identity),
    identity,
    moment: { ...moment, ...Object.fromEntries(facts.filter(([name]) => !identifies(name))) },
  };
}

/** What differs between two identities, each with both values: `onnxruntime: 1.30.0 then, 1.31.0 now`. */
export function environmentDifferences(before: Facts, now: Facts): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  return names.flatMap((name) => {
    const [was, is] = [before[name] ?? null, now[name] ?? null];
    if (was === is) return [];
    if (name === "instructions") return [`instructions: ${setDifference(String(was ?? ""), String(is ?? ""))}`];
    return [`${name}: ${was ?? "not known"} then, ${is ?? "not known"} now`];
  });
}

/** Lists of words are too long to show whole. */
function setDifference(was: string, is: string): string {
  const [before, after] = [was.split(" "), is.split(" ")];
  const gone = before.filter((word) => !after.includes(word));
  const more = after.filter((word) => !before.includes(word));
  return [
    ...(gone.length > 0 ? [`${gone.join(" ")} then alone`] : []),
    ...(more.length > 0 ? [`${more.join(" ")} now alone`] : []),
  ].join(", ");
}
