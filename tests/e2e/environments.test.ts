import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findPython } from "../../src/runtimes/python/base-python.js";
import { environmentState, findEnvironment, listEnvironments } from "../../src/runtimes/python/environments.js";
import { wrongPackages } from "../../src/runtimes/python/installed-check.js";
import { InstallFailed, installEnvironment } from "../../src/runtimes/python/install.js";
import { startAssay, temporaryFolder } from "./assay.js";

/** An environment of the standard library alone, whose `framework` is one of its modules. */
function smallEnvironment(framework: string) {
  const folder = temporaryFolder();
  const own = join(folder, "environments", "small");
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, "environment.json"), JSON.stringify({ python: ">=3.10", framework }));
  writeFileSync(join(own, "requirements.txt"), "# nothing\n");
  return findEnvironment("small", listEnvironments(folder, join(folder, "cache")));
}

describe.skipIf(findPython(">=3.10") === null)("an installation", () => {
  it("builds, checks and marks an environment, and goes on where one was broken off", () => {
    const environment = smallEnvironment("json");
    const steps: string[] = [];
    installEnvironment(environment, (step) => steps.push(step));
    expect(environmentState(environment)).toBe("installed");
    expect(steps.map((step) => step.split(" ")[0])).toEqual(["making", "checking", "importing"]);

    rmSync(environment.marker);
    expect(environmentState(environment)).toBe("unfinished");
    steps.length = 0;
    installEnvironment(environment, (step) => steps.push(step));
    expect(steps.map((step) => step.split(" ")[0])).toEqual(["checking", "importing"]);
    expect(environmentState(environment)).toBe("installed");
  });

  it("that was killed leaves packages that are there by name alone, and the check finds them", () => {
    const environment = smallEnvironment("json");
    installEnvironment(environment, () => {});
    const lib = join(environment.folder, "lib");
    const packages = join(lib, readdirSync(lib)[0] ?? "", "site-packages");
    const parts = { "whole-1.0": "here.py,,\n", "half-1.0": "here.py,,\ngone.py,,\n", "unlisted-1.0": null };
    writeFileSync(join(packages, "here.py"), "");
    for (const [name, record] of Object.entries(parts)) {
      const folder = join(packages, `${name}.dist-info`);
      mkdirSync(folder);
      writeFileSync(join(folder, "METADATA"), `Metadata-Version: 2.1\nName: ${name.split("-")[0]}\nVersion: 1.0\n`);
      if (record !== null) writeFileSync(join(folder, "RECORD"), record);
    }
    mkdirSync(join(packages, "empty-1.0.dist-info"));
    const lock = [
      "whole==1.0",
      "half==1.0",
      "unlisted==1.0",
      "empty==1.0",
      "absent==1.0 ; python_version > '3'",
      "whole==2.0",
    ];
    writeFileSync(environment.lockFile, `${lock.join("\n")}\n`);
    expect(wrongPackages(environment).map(({ wanted, fault }) => `${wanted} ${fault}`)).toEqual([
      "half==1.0 lacks 1 of its files",
      "unlisted==1.0 is there without its list of files",
      expect.stringMatching(/^empty==1.0 is (missing|there as None)$/),
      "absent==1.0 is missing",
      "whole==2.0 is there as 1.0",
    ]);
  });

  it("does not count where the framework cannot be imported", () => {
    const environment = smallEnvironment("no_such_framework");
    expect(() => installEnvironment(environment, () => {})).toThrow(InstallFailed);
    expect(() => installEnvironment(environment, () => {})).toThrow("No module named 'no_such_framework'");
    expect(environmentState(environment)).toBe("unfinished");
  });
});

describe("the command line", () => {
  const run = (cache: string, ...args: string[]) => startAssay(args, { environment: { ASSAY_CACHE: cache } }).ended;

  it("lists the environments in the cache folder by the hash of their lock files", async () => {
    const cache = temporaryFolder();
    const { stdout, exitCode } = await run(cache, "env", "list", "--json");
    const { environments } = JSON.parse(stdout) as { environments: { name: string; state: string; folder: string }[] };
    const vllm = environments.find(({ name }) => name === "vllm-cpu");
    const lock = readFileSync(new URL("../../python/environments/vllm-cpu/requirements.txt", import.meta.url));
    const hash = createHash("sha256").update(lock).digest("hex").slice(0, 16);
    expect(exitCode).toBe(0);
    expect(vllm).toMatchObject({ state: "absent", folder: join(cache, "environments", hash) });
  });

  it("says how to get an environment that is not there, and which there are", async () => {
    const cache = temporaryFolder();
    expect(await run(cache, "env", "path", "vllm-cpu")).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining("assay env install vllm-cpu"),
    });
    expect(await run(cache, "env", "install", "none")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("there are: dev, vllm-cpu"),
    });
  });

  it("refuses to run a campaign without its environment before it writes anything", async () => {
    const [cache, folder] = [temporaryFolder(), temporaryFolder()];
    const directory = join(folder, "campaign");
    const { exitCode, stderr } = await run(cache, "run", "campaigns/vllm-cpu-moe.yaml", "--dir", directory);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 3,
      stderr: expect.stringContaining("assay env install vllm-cpu"),
    });
    expect(existsSync(directory)).toBe(false);
  });

  it("tells what each runtime has and lacks", async () => {
    const cache = temporaryFolder();
    const block = await run(cache, "doctor");
    expect(block.stdout).toMatch(/^```\nassay \d/);
    expect(block.stdout).toMatch(/\n {2}ort +can be used; onnxruntime-node \d/);
    expect(block.stdout).toContain("lacks environment vllm-cpu: assay env install vllm-cpu");
    const { runtimes } = JSON.parse((await run(cache, "doctor", "--json")).stdout) as { runtimes: { name: string }[] };
    expect(runtimes.map(({ name }) => name)).toEqual(["ort", "vllm"]);
  });
});
