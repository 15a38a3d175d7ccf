import { defineConfig } from "vitest/config";

/** End-to-end tests that take long: kills, deadlines, memory, chaos. `npm test` leaves them to `npm test -- all`. */
const endurance = [
  "chaos",
  "deadlines",
  "environments",
  "experiment",
  "failure-groups",
  "field-*",
  "kill",
  "leak-demo",
  "limits",
  "ort-memory",
  "provenance*",
  "reclaim",
  "serve*",
  "tables*",
].map((name) => `tests/e2e/${name}.test.ts`);

/** Real processes share the machine's cores: one file after the other. */
const alone = { testTimeout: 180_000, hookTimeout: 180_000, maxWorkers: 1 };

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
