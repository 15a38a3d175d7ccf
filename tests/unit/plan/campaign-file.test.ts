import { expect, test } from "vitest";
import { readCampaignFile } from "../../../src/plan/campaign-file.js";
import { planCampaign } from "../../../src/plan/plan-campaign.js";
import { CampaignFileInvalid } from "../../../src/plan/problem.js";

const devices = "devices: [{name: cpu0, runtime: ort}]\n";

function problemsOf(text: string) {
  try {
    planCampaign(text, "campaign.yaml");
  } catch (error) {
    if (error instanceof CampaignFileInvalid) return error.problems;
    throw error;
  }
  return [];
}

test("four mistakes are told at once, each with line and column", () => {
  const text = `devices:
  - {name: CPU 0, runtime: ort}
policy:
  reclaim: sometimes
cases:
  - op: moe
    models: mixtral-8x7b
    dtype: fp32
    tokens: [1, 0]
    tpp: 4
`;
  expect(problemsOf(text).map(({ line, column, field }) => `${line}:${column} ${field}`)).toEqual([
    "2:12 devices[0].name",
    "4:12 policy.reclaim",
    "9:17 cases[0].tokens[1]",
    "10:5 cases[0].tpp",
  ]);
});

test("the message names file, place, field, value and what is allowed", () => {
  const text = `${devices}policy: {reclaim: sometimes}\ncases: [{op: moe, models: mixtral-8x7b, dtype: fp32, tokens: 1}]\n`;
  const error = (() => {
    try {
      readCampaignFile(text, "some/file.yaml");
    } catch (caught) {
      return caught;
    }
    return null;
  })();
  expect(String(error)).toContain("some/file.yaml:2:19  policy.reclaim");
  expect(String(error)).toContain('"after-success"');
  expect(String(error)).toContain("sometimes");
});

test("an unknown model lists near names, at its own place in a list", () => {
  const text = `${devices}cases:\n  - op: moe\n    models: [mixtral-8x7b, mixtral-8x7]\n    dtype: fp32\n    tokens: 1\n`;
  const [problem, ...others] = problemsOf(text);
  expect(others).toEqual([]);
  expect(problem).toMatchObject({ line: 4, column: 28, field: "cases[0].models[1]" });
  expect(problem?.message).toContain("mixtral-8x7b");
});

test("a text that is no YAML is told with its place", () => {
  expect(problemsOf("devices: [\n")[0]).toMatchObject({ line: 2, column: 1, field: "(syntax)" });
});

test("an empty file says what is missing", () => {
  expect(problemsOf("").map(({ message }) => message)).not.toEqual([]);
});

test.each([
  ["[]", "is an empty sweep"],
  ["[1, 2, 1]", "1 stands twice in the sweep"],
  ["public", 'there is no sweep "public"; named sweeps: public-moe-27'],
  ["{from: 8, to: 4, factor: 2}", "is below `from`"],
  ["[1.5]", "must be a whole number of tokens"],
])("tokens %s: %s", (tokens, message) => {
  const text = `${devices}cases: [{op: moe, models: mixtral-8x7b, dtype: fp32, tp: 8, tokens: ${tokens}}]\n`;
  expect(problemsOf(text)[0]?.message).toContain(message);
});

test("sweeps are lists, ranges, names, or one number", () => {
  const sweepOf = (tokens: string) =>
    planCampaign(
      `${devices}cases: [{op: moe, models: mixtral-8x7b, dtype: fp32, tp: 8, tokens: ${tokens}}]\n`,
      "c.yaml",
    ).cases[0]?.coordinates.map((coordinates) => coordinates["tokens"]);
  expect(sweepOf("[4, 1]")).toEqual([4, 1]);
  expect(sweepOf("{from: 1, to: 16, factor: 2}")).toEqual([1, 2, 4, 8, 16]);
  expect(sweepOf("public-moe-27")).toHaveLength(27);
  expect(sweepOf("3")).toEqual([3]);
});
