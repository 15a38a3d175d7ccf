import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { importsOf } from "../../../src/provenance/module-imports.js";

test.each<[string, string, readonly string[]]>([
  ["a default", 'import a from "./a.js";', ["./a.js"]],
  ["names", "import { a, b as c } from './a.js'", ["./a.js"]],
  ["both", 'import a, * as b from "b";', ["b"]],
  ["a name that is `from`", 'import from from "./a.js"; import { from } from "./b.js";', ["./a.js", "./b.js"]],
  [
    "a name that is a text",
    'import { "a b" as c } from "./a.js"; export { c as "from" } from "./b.js";',
    ["./a.js", "./b.js"],
  ],
  ["nothing", 'import "./a.js"; import"./b.js"', ["./a.js", "./b.js"]],
  ["attributes", 'import data from "./a.json" with { type: "json" };', ["./a.json"]],
  ["several lines", 'import {\n  a, // of "./not.js"\n  b,\n} from "./a.js";', ["./a.js"]],
  [
    "what is passed on",
    'export * from "./a.js"; export * as b from "./b.js"; export { c } from "./c.js"',
    ["./a.js", "./b.js", "./c.js"],
  ],
  ["what is not", 'export { a }; const b = from("./b.js"); export const c = "./c.js";', []],
  [
    "a call",
    'const a = await import("./a.js"); import("./b.js", { with: {} }).then(f); import(`./c.js`);',
    ["./a.js", "./b.js", "./c.js"],
  ],
  ["require", 'const a = require("a"); const b = createRequire(import.meta.url)("b");', ["a"]],
  ["each once", 'import "a"; import "a";', ["a"]],
])("imports of %s", (_what, source, specifiers) => {
  expect(importsOf(source)).toEqual({ specifiers, unseen: [] });
});

test.each([
  ["in a comment", '// import "./a.js"\n/* import "./b.js" */'],
  ["in a comment of types", '/** @typedef {import("./a.mjs").A} A */'],
  ["in a text", `const a = 'import "./a.js"'; const b = "import('./b.js')"; const c = "\\"import('./c.js')";`],
  ["in a template", 'const a = `import "./a.js"; ${b} import("./c.js")`;'],
  [
    "in a regular expression",
    `const a = /import("./) && b / import.meta.url; if (x) /import "./.test('import("./c.js")');`,
  ],
  ["as a name of something else", 'const a = { import: 1 }; a.import("./a.js"); a.import;'],
  ["after a division", "let a = 4; a++ / 2; const b = (a) / 2 / [1][0] / 3;"],
])("nothing is imported %s", (_what, source) => {
  expect(importsOf(source)).toEqual({ specifiers: [], unseen: [] });
});

test.each([
  ["a name that is worked out", "await import(name)", "import(…) of a name that is worked out"],
  ["a template with a value", "await import(`./${name}.js`)", "import(…) of a name that is worked out"],
  ["a text and more", 'await import("./" + name)', "import(…) of a name that is worked out"],
  ["a required name", "const a = require(name)", "require(…) of a name that is worked out"],
  ["a text that does not end", 'const a = "; import(b)', "a text does not end"],
  ["a template that does not end", "const a = `${b", "a template does not end"],
])("what cannot be seen is told: %s", (_what, source, reason) => {
  expect(importsOf(source).unseen).toEqual([reason]);
});

test("a call inside a template is seen", () => {
  expect(importsOf('const a = `${await import("./a.js")} ${`${import("./b.js")}`} {`;').specifiers).toEqual([
    "./a.js",
    "./b.js",
  ]);
});

test("imports are found among anything else", () => {
  const noise = fc.constantFrom(
    "/* import 'no' */",
    "// import 'no'\n",
    'const s = "import \'no\' \\" from";',
    "const t = `import 'no' ${ {a: `x`}.a } \\` from`;",
    "const r = /[/'\"`]import 'no'/g;",
    "f(a / b, c++ / d);",
    "if (x) { y = 1 } else { z = /['`]/ }",
  );
  const real = fc
    .nat({ max: 9 })
    .map((index) => ({ text: `import x${index} from "./${index}.js";`, specifier: `./${index}.js` }));
  const parts = fc.array(
    fc.oneof(
      noise.map((text) => ({ text, specifier: null })),
      real,
    ),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(parts, (all) => {
      const expected = [...new Set(all.flatMap(({ specifier }) => specifier ?? []))];
      expect(importsOf(all.map(({ text }) => text).join("\n"))).toEqual({ specifiers: expected, unseen: [] });
    }),
  );
});

test("a real parser finds no more in real packages", () => {
  const folders = [
    "zod/v4/core",
    "commander/lib",
    "onnx-proto/dist",
    "simple-statistics/dist",
    "hono/dist",
    "yaml/dist",
  ];
  const files = folders.flatMap((folder) => scriptsIn(join("node_modules", folder)));
  expect(files.length).toBeGreaterThan(50);
  for (const file of files) {
    const source = readFileSync(file, "utf8");
    const { module } = parseSync(file, source, { sourceType: "module" });
    const expected = module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
    const passedOn = module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    );
    expect(importsOf(source).specifiers, file).toEqual(expect.arrayContaining([...expected, ...passedOn]));
  }
});

function scriptsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith("js"))
    .map(({ name }) => join(folder, name));
}
