import { expect, test } from "vitest";
import { caseAddress, casesAddress, glossaryAddress, parseRoute } from "../../../web/shell/route.js";

const key = "3fa9c1d2e4b5".padEnd(64, "0");

test("a case's address names it by the first 12 digits of its key, and its point by its coordinates", () => {
  expect(caseAddress(key)).toBe("#/case/3fa9c1d2e4b5");
  expect(parseRoute(caseAddress(key, { batch: 4, length: 128 }))).toEqual({
    view: "case",
    key: "3fa9c1d2e4b5",
    place: { batch: 4, length: 128 },
  });
});

test("a list's address keeps its filter and its order", () => {
  const query = { words: "deepseek int4", state: "failed", sort: "-at 64 tokens" };
  expect(casesAddress(query)).toBe("#/cases?words=deepseek+int4&state=failed&sort=-at+64+tokens");
  expect(parseRoute(casesAddress(query))).toEqual({ view: "cases", query });
  expect(casesAddress({ words: "" })).toBe("#/cases");
});

test("a case in an arm is named by the arm and those digits", () => {
  const inArm = `timing={"fixed": 1}/2-${key}`;
  expect(caseAddress(inArm)).toBe("#/case/timing=%7B%22fixed%22%3A%201%7D%2F2-3fa9c1d2e4b5");
  expect(parseRoute(caseAddress(inArm))).toMatchObject({ view: "case", key: 'timing={"fixed": 1}/2-3fa9c1d2e4b5' });
});

test.each([
  ["", { view: "campaign" }],
  ["#/", { view: "campaign" }],
  ["#/cases", { view: "cases", query: { words: "", state: "", sort: "" } }],
  ["#/experiment", { view: "experiment" }],
  ["#/case/%E0%A4%A", { view: "unknown" }],
  ["#/provenance", { view: "provenance" }],
  ["#/glossary", { view: "glossary", term: null }],
  [glossaryAddress("noisy"), { view: "glossary", term: "noisy" }],
  ["#/case/", { view: "unknown" }],
  ["#/case/../etc", { view: "unknown" }],
  ["#/case/3fa9?tokens=many", { view: "case", key: "3fa9", place: {} }],
  ["#/elsewhere", { view: "unknown" }],
])("%s leads to its view", (hash, route) => expect(parseRoute(hash)).toEqual(route));
