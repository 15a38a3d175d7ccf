import { expect, test } from "vitest";
import { hostFacts } from "../../../src/provenance/device-identity.js";
import { environmentDifferences, environmentOf, type LoadedFacts } from "../../../src/provenance/environment.js";
import { folderOf } from "./folder.js";

const host = {
  processor: { instructions: "avx2 sse2", governor: "performance" },
  moment: { host: "a", clockMhz: 3000, load1: 0.1 },
};
const cpu: LoadedFacts = {
  versions: { onnxruntime: "1.30.0" },
  device: {
    name: "cpu0",
    kind: "cpu",
    model: "EPYC",
    architecture: "x64",
    cores: 8,
    threads: 8,
    memoryBytes: 2 ** 36,
    system: "linux 6.1",
  },
};
const gpu: LoadedFacts = {
  versions: { torch: "2.9.0", cuda: "13.0" },
  device: {
    name: "gpu0",
    kind: "gpu",
    model: "NVIDIA B200",
    memoryBytes: 2 ** 37,
    multiprocessors: 148,
    uuid: "GPU-1",
    threads: 4,
  },
};

function hashWith(
  loaded: LoadedFacts,
  changes: { device?: object; versions?: object; host?: object; moment?: object },
): string {
  const { device, versions, host: processor, moment } = changes;
  return environmentOf(
    { versions: { ...loaded.versions, ...versions }, device: { ...loaded.device, ...device } },
    { processor: { ...host.processor, ...processor }, moment: { ...host.moment, ...moment } },
  ).hash;
}

test.each<[string, LoadedFacts, Parameters<typeof hashWith>[1]]>([
  ["a version", cpu, { versions: { onnxruntime: "1.31.0" } }],
  ["a library more", cpu, { versions: { mlas: "1" } }],
  ["the device's model", cpu, { device: { model: "Xeon" } }],
  ["threads", cpu, { device: { threads: 4 } }],
  ["instruction sets", cpu, { host: { instructions: "sse2" } }],
  ["the governor", cpu, { host: { governor: "powersave" } }],
  ["a GPU's memory, as of a slice of it", gpu, { device: { memoryBytes: 2 ** 34 } }],
  ["a GPU's multiprocessors", gpu, { device: { multiprocessors: 132 } }],
])("another environment: %s", (_what, loaded, changes) => {
  expect(hashWith(loaded, changes)).not.toBe(hashWith(loaded, {}));
});

test.each<[string, LoadedFacts, Parameters<typeof hashWith>[1]]>([
  ["the name of the device", cpu, { device: { name: "cpu1" } }],
  ["the host's memory", cpu, { device: { memoryBytes: 2 ** 35 } }],
  ["cores that are not used", cpu, { device: { cores: 64 } }],
  ["the kernel", cpu, { device: { system: "linux 6.9" } }],
  ["host, clocks, load, container", cpu, { moment: { host: "b", clockMhz: 1500, load1: 7, container: "podman" } }],
  ["another GPU of the kind", gpu, { device: { uuid: "GPU-2" } }],
])("the same environment: %s", (_what, loaded, changes) => {
  expect(hashWith(loaded, changes)).toBe(hashWith(loaded, {}));
});

test("what does not identify it is kept beside it", () => {
  const { identity, moment } = environmentOf(gpu, host);
  expect(identity).toEqual({
    ...gpu.versions,
    ...host.processor,
    kind: "gpu",
    model: "NVIDIA B200",
    memoryBytes: 2 ** 37,
    multiprocessors: 148,
    threads: 4,
  });
  expect(moment).toEqual({ ...host.moment, uuid: "GPU-1" });
});

test("differences are told with both values; of instruction sets only those that differ", () => {
  const now = {
    ...environmentOf(cpu, host).identity,
    onnxruntime: "1.31.0",
    governor: null,
    instructions: "avx512f sse2",
  };
  expect(environmentDifferences(environmentOf(cpu, host).identity, now)).toEqual([
    "onnxruntime: 1.30.0 then, 1.31.0 now",
    "instructions: avx2 then alone, avx512f now alone",
    "governor: performance then, not known now",
  ]);
});

test("a machine's facts are read from where Linux tells them", () => {
  const root = folderOf({
    "proc/cpuinfo":
      "processor : 0\nflags\t\t: fpu sse2 avx2 ibpb\ncpu MHz\t\t: 2445.4\nprocessor : 1\ncpu MHz\t\t: 3100.6\n",
    "proc/loadavg": "0.52 0.58 0.59 1/467 12345\n",
    "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor": "powersave\n",
    "sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq": "3500000\n",
    "sys/devices/system/cpu/cpu1/cpufreq/scaling_governor": "performance\n",
    "sys/devices/system/cpu/cpufreq/boost": "1",
    "run/.containerenv": 'engine="podman"\nimage="quay.io/team/vllm:0.32"\n',
  });
  const { processor, moment } = hostFacts(root);
  expect(processor).toEqual({ instructions: "avx2 sse2", governor: "performance, powersave" });
  expect(moment).toMatchObject({ container: "quay.io/team/vllm:0.32", clockMhz: 3101, topClockMhz: 3500, load1: 0.52 });
});

test("what a machine does not tell is not known, and no error", () => {
  const { processor, moment } = hostFacts(folderOf({}));
  expect(processor).toEqual({ instructions: null, governor: null });
  expect(moment).toMatchObject({ container: null, clockMhz: null, topClockMhz: null, load1: null });
});
