import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findModel, ModelNotFound, shippedModels } from "../../../src/model/find-model.js";
import { ModelRefused } from "../../../src/model/model-refused.js";

const CONFIG = JSON.stringify({ model_type: "llama", hidden_size: 64 });
let baseDir = "";

beforeAll(() => {
  baseDir = mkdtempSync(join(tmpdir(), "assay-models-"));
  mkdirSync(join(baseDir, "my-model"));
  writeFileSync(join(baseDir, "my-model", "config.json"), CONFIG);
  writeFileSync(join(baseDir, "other.json"), CONFIG);
  mkdirSync(join(baseDir, "broken"));
  writeFileSync(join(baseDir, "broken", "config.json"), "{");
  mkdirSync(join(baseDir, "empty"));
  mkdirSync(join(baseDir, "locked", "config.json"), { recursive: true });
});
afterAll(() => rmSync(baseDir, { recursive: true }));

function notFound(reference: string): ModelNotFound {
  try {
    findModel(reference, { baseDir });
  } catch (error) {
    if (error instanceof ModelNotFound) return error;
    throw error;
  }
  throw new Error(`${reference} was found`);
}

describe("findModel", () => {
  it("finds a shipped model by its name", () => {
    expect(findModel("mixtral-8x7b", { baseDir })).toMatchObject({ name: "mixtral-8x7b", hidden: 4096 });
  });

  it.each([
    ["my-model", "my-model"],
    ["./my-model", "my-model"],
    ["my-model/config.json", "my-model"],
    ["other.json", "other"],
  ])("reads the path %s as model %s", (reference, name) => {
    expect(findModel(reference, { baseDir })).toMatchObject({ name, hidden: 64 });
  });

  it("reads an absolute path", () => {
    expect(findModel(join(baseDir, "my-model"), { baseDir: "/" }).name).toBe("my-model");
  });

  it("takes other shipped models than the package's", () => {
    expect(findModel("my-model", { baseDir: "/", shippedDir: baseDir }).name).toBe("my-model");
  });

  it.each([
    ["mixtral-8x7", "mixtral-8x7b"],
    ["Qwen3-30B-A3B", "qwen3-30b-a3b"],
    ["deepseekv3", "deepseek-v3"],
  ])("for %s asks whether %s was meant", (reference, near) => {
    const error = notFound(reference);
    expect(error.near[0]).toBe(near);
    expect(error.message).toMatch(`no model ${reference}: none ships under this name, and `);
    expect(error.message).toMatch(`did you mean ${near}`);
  });

  it("for a name unlike any says what it tried and what ships", () => {
    expect(notFound("completely-different-thing-here").message).toBe(
      `no model completely-different-thing-here: none ships under this name, and ${baseDir}/completely-different-thing-here does not exist; shipped are ${shippedModels().join(", ")}`,
    );
  });

  it("names the config.json that a folder lacks", () => {
    expect(notFound("empty").message).toMatch(`${baseDir}/empty/config.json does not exist`);
  });

  it("says of a file that cannot be read why", () => {
    expect(notFound("locked").message).toMatch(`${baseDir}/locked/config.json cannot be read (EISDIR)`);
  });

  it("refuses a config.json that is no JSON, by the model's name", () => {
    expect(() => findModel("broken", { baseDir })).toThrow(ModelRefused);
    expect(() => findModel("broken", { baseDir })).toThrow(/^model broken: config\.json/);
  });
});

describe("shippedModels", () => {
  it("lists them in order, at least 15", () => {
    const names = shippedModels();
    expect(names.length).toBeGreaterThanOrEqual(15);
    expect(names).toEqual(names.toSorted());
  });
});
