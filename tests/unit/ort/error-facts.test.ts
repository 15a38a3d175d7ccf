import { expect, test } from "vitest";
import { errorFacts } from "../../../src/runtimes/ort/error-facts.js";

class Named extends Error {
  override readonly name = "GivenName";
}
class Unnamed extends Error {}

test.each([
  [new Named("a"), "GivenName", "a"],
  [new Unnamed("b"), "Unnamed", "b"],
  [new TypeError("c"), "TypeError", "c"],
  ["thrown text", "string", "thrown text"],
  [undefined, "undefined", "undefined"],
])("type and message of %s", (thrown, type, message) => {
  expect(errorFacts(thrown)).toMatchObject({ type, message, cause: null });
});

test("a chain of causes that closes on itself comes to an end", () => {
  const error = new Error("again");
  error.cause = error;
  let depth = 0;
  for (let facts = errorFacts(error).cause; facts; facts = facts.cause) depth += 1;
  expect(depth).toBe(16);
});
