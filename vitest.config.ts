import { defineConfig } from "vitest/config";

const files = (names: readonly string[]) => names.map((name) => `tests/${name}.test.ts`);

/** Tests that take long: kills, memory, servers, environments. `npm test` leaves them to `npm test -- all`. */
const endurance = files([
  "e2e/chaos",
  "e2e/deadlines",
  "e2e/environments",
  "e2e/experiment",
  "e2e/failure-groups",
  "e2e/field-*",
  "e2e/foreign-collector",
  "e2e/kill",
  "e2e/leak-demo",
  "e2e/limits",
  "e2e/ort-memory",
  "e2e/provenance*",
  "e2e/reclaim",
  "e2e/serve*",
  "e2e/tables*",
]);

/** Real processes share the machine's cores: one file after the other. */
const alone = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  maxWorkers: 1,
  // What is waited for comes; how soon is no concern of a test.
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
  test: {
    projects: [
      // Shared machines are slow at times: a property test is given room, none is asked to be quick.
      { test: { name: "unit", include: ["tests/unit/**/*.test.ts"], isolate: false, testTimeout: 60_000 } },
      { test: { name: "e2e", include: ["tests/e2e/**/*.test.ts"], exclude: endurance, ...alone } },
      { test: { name: "endurance", include: endurance, ...alone } },
      { test: { name: "browser", include: ["tests/browser/**/*.test.ts"], ...alone } },
      {
        test: {
          name: "vllm",
          include: ["tests/vllm/**/*.test.ts"],
          ...alone,
          testTimeout: 600_000,
          hookTimeout: 900_000,
        },
      },
    ],
  },
});
