import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statfsSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism, cpus, platform, release, totalmem } from "node:os";
import { dirname } from "node:path";
import { findPython } from "../runtimes/python/base-python.js";
import { cacheFolder, environmentState, listEnvironments } from "../runtimes/python/environments.js";
import { onPath } from "./local-launch.js";

/** What a runtime has, and each thing that it lacks; `lacks` empty: it can be used. */
export interface RuntimeExamination {
  readonly name: string;
  readonly has: readonly string[];
  readonly lacks: readonly string[];
}

/** This machine as Assay sees it. */
export interface Examination {
  readonly machine: Readonly<Record<string, string | number | null>>;
  /** Programs that Assay uses where they are there; `use` says for what. */
  readonly programs: readonly { readonly name: string; readonly found: string | null; readonly use: string }[];
  readonly runtimes: readonly RuntimeExamination[];
}

const PROGRAMS: readonly (readonly [name: string, use: string])[] = [
  ["setpriv", "workers that die with Assay whatever native code does"],
  ["taskset", "devices with `cores`"],
  ["prlimit", "memory budgets"],
  ["git", "the commit of what is measured"],
  ["uv", "building environments quickly; else pip"],
  ["nvidia-smi", "NVIDIA's driver and GPUs"],
];

/** Looks at this machine. Runs a few programs for their versions; loads no framework. */
export function examine(): Examination {
  return { machine: machineFacts(), programs: programsHere(), runtimes: [ortRuntime(), ...pythonRuntimes()] };
}

function machineFacts(): Examination["machine"] {
  const cache = cacheFolder();
  return {
    system: `${platform()} ${release()}`,
    architecture: process.arch,
    processor: cpus()[0]?.model ?? null,
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    cgroupMemoryBytes: cgroupLimit(),
    node: process.versions.node,
    cacheFolder: cache,
    cacheFreeBytes: freeBytes(cache),
  };
}

function programsHere(): Examination["programs"] {
  return PROGRAMS.map(([name, use]) => ({ name, found: onPath(name) ? versionOf(name) : null, use }));
}

function ortRuntime(): RuntimeExamination {
  try {
    const file = createRequire(import.meta.url).resolve("onnxruntime-node/package.json");
    const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
    return { name: "ort", has: [`onnxruntime-node ${version}`], lacks: [] };
  } catch {
    return { name: "ort", has: [], lacks: ["onnxruntime-node is not installed: npm ci"] };
  }
}

function pythonRuntimes(): RuntimeExamination[] {
  const environments = listEnvironments().filter(({ framework }) => framework !== null);
  const frameworks = [...new Set(environments.flatMap(({ framework }) => framework ?? []))];
  return frameworks.map((framework) => {
    const own = environments.filter((environment) => environment.framework === framework);
    const installed = own.filter((environment) => environmentState(environment) === "installed");
    const missing = own.filter((environment) => !installed.includes(environment));
    const base = findPython(own[0]?.python ?? "3");
    return {
      name: framework,
      has: [
        ...(base ? [`Python ${base.version} (${base.program})`] : []),
        ...installed.map(({ name }) => `environment ${name}`),
      ],
      lacks: installed.length > 0 ? [] : missing.map(({ name }) => `environment ${name}: assay env install ${name}`),
    };
  });
}

function versionOf(program: string): string {
  const { stdout, stderr } = spawnSync(program, ["--version"], { encoding: "utf8" });
  return (stdout || stderr || "").split("\n")[0]?.trim() || "there";
}

function cgroupLimit(): number | null {
  try {
    const limit = Number(readFileSync("/sys/fs/cgroup/memory.max", "utf8"));
    return Number.isFinite(limit) ? limit : null;
  } catch {
    return null;
  }
}

/** Of the file system that a folder lies on, or will. */
function freeBytes(folder: string): number {
  const there = existsSync(folder) ? folder : dirname(folder);
  if (!existsSync(there)) return freeBytes(there);
  const { bavail, bsize } = statfsSync(there);
  return bavail * bsize;
}
