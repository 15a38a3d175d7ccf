import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";
import { afterAll, describe, expect, test } from "vitest";
import { closureDifference } from "../../src/provenance/closure-difference.js";
import { importsOf } from "../../src/provenance/module-imports.js";
import { pythonClosure } from "../../src/provenance/python-closure.js";
import { ortClosure, type SourceClosure } from "../../src/provenance/source-closure.js";
import { ProductCopy } from "./product-copy.js";

// What changes the closure of a callback, and what does not: on the product as it was built.

const repository = fileURLToPath(new URL("../../", import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "assay-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Adds a line to a file, looks at the closure, and puts the file back. */
function closureWith(path: string, line: string, closure: () => SourceClosure): SourceClosure {
  const text = readFileSync(path);
  try {
    writeFileSync(path, `${text.toString()}\n${line}\n`);
    return closure();
  } finally {
    writeFileSync(path, text);
  }
}

/** The files of which two closures have not the same. */
function changedFiles(before: SourceClosure, after: SourceClosure): string[] {
  return closureDifference(before, after).changed.slice();
}

describe("the embedded runtime", () => {
  const product = new ProductCopy(join(folder, "product"));
  const closure = () =>
    ortClosure({ product: product.folder, program: join(product.folder, "dist/runtimes/ort/main.js") });
  const before = closure();
  const closureAfter = (path: string, line: string) => closureWith(join(product.folder, path), line, closure);

  test.each([
    ["the callback", "dist/runtimes/ort/callbacks/moe.js"],
    ["the clock", "dist/runtimes/ort/clock.js"],
    ["the timed part", "dist/runtimes/ort/timing.js"],
    ["the stopping rule", "dist/measure/stopping-rule.js"],
    ["the weights", "dist/runtimes/ort/moe/weight-values.js"],
    ["the layer's graph", "dist/runtimes/ort/moe/graph.js"],
    ["the dispatcher", "dist/runtimes/ort/dispatch.js"],
    ["the reclaim", "dist/runtimes/ort/reclaim.js"],
    ["the workload", "dist/ops/moe/workload/assign.js"],
    ["the worker's program", "dist/runtimes/ort/main.js"],
  ])("changes with %s", (_what, path) => {
    const after = closureAfter(path, "// changed");
    expect(after.hash).not.toBe(before.hash);
    expect(changedFiles(before, after)).toEqual([path]);
  });

  const [model = ""] = readdirSync(join(product.folder, "models"), { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".json"),
  );
  test.each([
    ["the run loop", "dist/campaign/run.js"],
    ["the order of work", "dist/campaign/work-queue.js"],
    ["how a worker is watched", "dist/worker/worker.js"],
    ["a fold", "dist/ledger/fold.js"],
    ["the planning of cases", "dist/plan/moe-cases.js"],
    ["how configs are read", "dist/model/moe-shape.js"],
    ["an export column", "dist/tables/export/measurement-columns.js"],
    ["a table's key", "dist/ops/moe/table.js"],
    ["a rule of legality", "dist/ops/moe/legality.js"],
    ["the report", "dist/view/report/report-data.js"],
    ["a comment in the command line", "dist/cli/program.js"],
    ["how closures are found", "dist/provenance/source-closure.js"],
    ["another model's shape", `models/${model}`],
  ])("does not change with %s", (_what, path) => {
    expect(closureAfter(path, "// changed")).toEqual(before);
  });

  test("is seen whole: the one import whose target is not written there is that of the callbacks that are given", () => {
    expect(before.unseen).toEqual([]);
    const registry = "dist/runtimes/ort/callbacks/registry.js";
    const after = closureAfter(registry, "export const more = (name) => import(name);");
    expect(after.unseen).toEqual([`${registry}: import(…) of a name that is worked out`]);
  });

  test("a real parser finds the same imports in every module of the product", () => {
    for (const path of scripts(join(repository, "dist")).filter((name) => !name.startsWith("web/"))) {
      const file = join(repository, "dist", path);
      const source = readFileSync(file, "utf8");
      const { module } = parseSync(file, source, { sourceType: "module" });
      const written = module.dynamicImports.map(
        ({ moduleRequest: { start, end } }) => /^"(.*)"$/.exec(source.slice(start, end))?.[1] ?? null,
      );
      const expected = new Set([
        ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
        ...module.staticExports.flatMap(({ entries }) =>
          entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
        ),
        ...written.flatMap((specifier) => specifier ?? []),
      ]);
      const { specifiers, unseen } = importsOf(source);
      expect(new Set(specifiers), path).toEqual(expected);
      expect(unseen, path).toHaveLength(written.filter((specifier) => specifier === null).length);
    }
  });
});

describe("Python", () => {
  const foreign = join(repository, "tests/fixtures/foreign_collector");

  for (const part of ["assay_worker", "tests", "build_zipapp.py"]) {
    cpSync(join(repository, "python", part), join(folder, "python", part), { recursive: true });
  }
  cpSync(foreign, join(folder, "foreign"), { recursive: true });
  const closure = () =>
    pythonClosure({
      python: "python3",
      workerRoot: join(folder, "python"),
      modules: ["assay_worker.callbacks.vllm.framework"],
      callbacks: [join(folder, "foreign/collect.py")],
    });
  const before = closure();
  const changedBy = (path: string) => changedFiles(before, closureWith(join(folder, path), "# changed", closure));

  test.each([
    ["the callback", "python/assay_worker/callbacks/vllm/moe.py"],
    ["the clock", "python/assay_worker/measure/clock.py"],
    ["the weights", "python/assay_worker/callbacks/vllm/weights.py"],
    ["the dispatcher", "python/assay_worker/dispatch.py"],
    ["the compat file", "python/assay_worker/callbacks/vllm/compat.py"],
    ["a foreign callback", "foreign/collect.py"],
    ["what a foreign callback imports when it is called", "foreign/kernels/late.py"],
    ["what its package imports by a dot", "foreign/kernels/weights.py"],
  ])("changes with %s", (_what, path) => {
    expect(changedBy(path)).toEqual([path.replace(/^foreign/, "callbacks")]);
  });

  test.each([
    ["what only a type checker reads", "foreign/unused.py"],
    ["the program that lists the files", "python/assay_worker/source_files.py"],
    ["the worker's tests", "python/tests/conftest.py"],
    ["how the worker is packed", "python/build_zipapp.py"],
  ])("does not change with %s", (_what, path) => {
    expect(changedBy(path)).toEqual([]);
  });

  test("names files wherever they lie, distributions with their versions, and what it cannot see", () => {
    const here = pythonClosure({
      python: "python3",
      workerRoot: join(repository, "python"),
      callbacks: [join(foreign, "collect.py")],
    });
    const own = here.files.map(({ path }) => path).filter((path) => !path.startsWith("python/"));
    expect(own).toEqual([
      "callbacks/collect.py",
      "callbacks/kernels/__init__.py",
      "callbacks/kernels/clock.py",
      "callbacks/kernels/fused.py",
      "callbacks/kernels/late.py",
      "callbacks/kernels/weights.py",
    ]);
    expect(here.packages).toMatchObject({ a_package_that_nobody_has: "not installed" });
    expect(here.unseen).toEqual([]);
    expect(before.files).toEqual(expect.arrayContaining([...here.files]));
    expect(before.unseen).toEqual([]);
  });

  test("a module that is not there is told by Python", () => {
    expect(() =>
      pythonClosure({ python: "python3", workerRoot: join(repository, "python"), modules: ["nothing_of_that_name"] }),
    ).toThrow(
      /python3 could not list the sources of a worker: FileNotFoundError: there is no module nothing_of_that_name/,
    );
  });
});

function scripts(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".js"));
}
