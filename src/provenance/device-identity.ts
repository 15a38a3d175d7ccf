import { existsSync, readdirSync, readFileSync } from "node:fs";
import { hostname } from "node:os";

/** A fact by its name; `null`: it cannot be told here. */
export type Facts = Readonly<Record<string, string | number | null>>;

/** What this machine says of its processor and surroundings, beside what a worker finds. */
export interface HostFacts {
  /** Settings and abilities of the processor that decide which kernels run, and how fast. */
  readonly processor: Facts;
  /** Where and when: never a reason to call a machine another one. */
  readonly moment: Facts;
}

/** Of a machine that this process is not on: what its worker tells is all that is known. */
export const FAR_HOST: HostFacts = { processor: {}, moment: {} };

/** Instruction sets by which libraries choose a kernel. The other flags tell of repairs and of the kernel's version. */
const INSTRUCTION_SET = /^(sse|ssse|avx|amx|fma|f16c|bmi|popcnt|vnni|asimd|sve|sme|bf16|i8mm|neon|crc32|dotprod|v$|zv)/;

/** Reads the facts of this machine. @param root where `/proc`, `/sys` and `/run` are found */
export function hostFacts(root = ""): HostFacts {
  const info = readIfThere(`${root}/proc/cpuinfo`) ?? "";
  return {
    processor: { instructions: instructionSets(info), governor: governors(root) },
    moment: {
      host: hostname(),
      container: containerOf(root),
      clockMhz: highestClock(info),
      topClockMhz: topClock(root),
      load1: loadOf(root),
    },
  };
}

function instructionSets(info: string): string | null {
  const line = /^(?:flags|Features)\s*:(.*)$/m.exec(info)?.[1];
  if (line === undefined) return null;
  const sets = line
    .trim()
    .split(/\s+/)
    .filter((flag) => INSTRUCTION_SET.test(flag));
  return sets.toSorted().join(" ");
}

/** The governors of all cores, each once; `null` where the kernel does not scale clocks or does not say. */
function governors(root: string): string | null {
  const folder = `${root}/sys/devices/system/cpu`;
  const cores = existsSync(folder) ? readdirSync(folder).filter((name) => /^cpu\d+$/.test(name)) : [];
  const found = cores.flatMap((core) => readIfThere(`${folder}/${core}/cpufreq/scaling_governor`)?.trim() ?? []);
  return found.length === 0 ? null : [...new Set(found)].toSorted().join(", ");
}

function highestClock(info: string): number | null {
  const clocks = [...info.matchAll(/^cpu MHz\s*:\s*([\d.]+)/gm)].map(([, mhz]) => Number(mhz));
  return clocks.length === 0 ? null : Math.round(Math.max(...clocks));
}

function topClock(root: string): number | null {
  const khz = readIfThere(`${root}/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq`);
  return khz === null ? null : Math.round(Number(khz) / 1000);
}

function loadOf(root: string): number | null {
  const text = readIfThere(`${root}/proc/loadavg`);
  return text === null ? null : Number(text.split(" ", 1)[0]);
}

/** The image of the container that this process is in, or what kind of container it is; `null` where nothing tells. */
function containerOf(root: string): string | null {
  const named = ["APPTAINER_CONTAINER", "SINGULARITY_CONTAINER", "ENROOT_ROOTFS"].map((name) => process.env[name]);
  const image = /^image="(.*)"$/m.exec(readIfThere(`${root}/run/.containerenv`) ?? "")?.[1];
  const kinds = [
    { kind: "podman, image not told", mark: "/run/.containerenv" },
    { kind: "docker, image not told", mark: "/.dockerenv" },
  ];
  const kind = kinds.find(({ mark }) => existsSync(root + mark))?.kind;
  return named.find((name) => name !== undefined) ?? image ?? kind ?? null;
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // A fact that cannot be read is one that is not known.
    return null;
  }
}
