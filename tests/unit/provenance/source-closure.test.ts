import { cpSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { closureDifference, differenceLines, differenceSize } from "../../../src/provenance/closure-difference.js";
import { ortClosure } from "../../../src/provenance/source-closure.js";
import { folderOf } from "./folder.js";

const product = {
  "package.json": '{"name": "product", "version": "1.0.0"}',
  "dist/main.js":
    'import { a } from "./a.js"; import { z } from "zed"; import { join } from "node:path"; import fs from "fs";',
  "dist/a.js": 'import "./main.js"; export const a = () => import("./late.js");',
  "dist/late.js": "export {};",
  "dist/other.js": "export {};",
  "node_modules/zed/package.json": '{"name": "zed", "version": "2.0.0", "dependencies": {"deep": "*"}}',
  "node_modules/zed/index.js": "export const z = 1;",
  "node_modules/deep/package.json": '{"name": "deep", "version": "3.1.0"}',
};
const callbacks = {
  "cb/main.mjs": 'import "./parts.mjs"; import "../shared.mjs"; export const callbacks = {};',
  "cb/parts.mjs": "",
  "shared.mjs": "",
};

function closureIn(folder: string, more?: string) {
  return ortClosure({ product: folder, program: join(folder, "dist/main.js"), callbacks: more });
}

test("a closure holds what is imported, and the versions of packages with what these need", () => {
  const closure = closureIn(folderOf(product));
  expect(closure.files.map(({ path }) => path)).toEqual(["dist/a.js", "dist/late.js", "dist/main.js"]);
  expect(closure.packages).toEqual({ deep: "3.1.0", zed: "2.0.0" });
  expect(closure.unseen).toEqual([]);
});

test("it is the same wherever the product and the callbacks lie", () => {
  const [one, other] = [folderOf(product), folderOf(product)];
  const [here, there] = [folderOf(callbacks), folderOf(callbacks)];
  const closure = closureIn(one, join(here, "cb/main.mjs"));
  expect(closureIn(other, join(there, "cb/main.mjs"))).toEqual(closure);
  expect(closure.files.map(({ path }) => path)).toEqual([
    "callbacks/../shared.mjs",
    "callbacks/main.mjs",
    "callbacks/parts.mjs",
    "dist/a.js",
    "dist/late.js",
    "dist/main.js",
  ]);
});

test.each([
  ["a file that is imported", "dist/late.js", true],
  ["a file that is not", "dist/other.js", false],
  ["a file of a package", "node_modules/zed/index.js", false],
])("changing %s", (_what, path, changes) => {
  const folder = folderOf(product);
  const before = closureIn(folder);
  writeFileSync(join(folder, path), "export const changed = 1;");
  expect(closureIn(folder).hash === before.hash).toBe(!changes);
});

test("what differs is named: files and packages, each with what it was", () => {
  const folder = folderOf(product);
  const before = closureIn(folder);
  writeFileSync(join(folder, "dist/late.js"), "changed();");
  writeFileSync(join(folder, "dist/a.js"), 'import "./late.js"; import "./other.js";');
  writeFileSync(join(folder, "node_modules/deep/package.json"), '{"name": "deep", "version": "3.2.0"}');
  const difference = closureDifference(before, closureIn(folder));
  expect(differenceLines(difference)).toEqual([
    "dist/a.js changed",
    "dist/late.js changed",
    "dist/other.js is new",
    "deep: 3.1.0 then, 3.2.0 now",
  ]);
  expect(differenceSize(difference)).toBe(4);
});

test("what cannot be seen is told: a name that is worked out, a file or package that is not there, a linked package", () => {
  const folder = folderOf({
    ...product,
    "dist/a.js": 'import(name); import "./gone.js"; import "gone"; import "linked"; import "#inner";',
  });
  const sources = folderOf({ "package.json": '{"name": "linked", "version": "0.0.0"}' });
  symlinkSync(sources, join(folder, "node_modules/linked"));
  expect(closureIn(folder).unseen).toEqual([
    "dist/a.js: #inner leads nowhere",
    "dist/a.js: ./gone.js leads nowhere",
    "dist/a.js: import(…) of a name that is worked out",
    "the package gone is not installed",
    "the package linked is linked from a folder of sources, for which its version does not vouch",
  ]);
});

test("two versions of one package both stand there", () => {
  const folder = folderOf(product);
  cpSync(join(folder, "node_modules/deep"), join(folder, "node_modules/zed/node_modules/deep"), { recursive: true });
  writeFileSync(
    join(folder, "node_modules/zed/node_modules/deep/package.json"),
    '{"name": "deep", "version": "9.0.0"}',
  );
  writeFileSync(join(folder, "dist/late.js"), 'import "deep/part.js";');
  expect(closureIn(folder).packages).toEqual({ deep: "3.1.0, 9.0.0", zed: "2.0.0" });
  rmSync(join(folder, "node_modules/zed/node_modules"), { recursive: true });
  expect(closureIn(folder).packages).toEqual({ deep: "3.1.0", zed: "2.0.0" });
});
