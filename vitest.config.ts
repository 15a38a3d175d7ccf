import { defineConfig } from "vitest/config";

// Three kinds of tests: `unit` in one process, `e2e` with real processes and files, `browser` in Debian's Chromium.
// `.ci/run` runs all; `npm test` runs those that need no browser.
export default defineConfig({
  test: {
    projects: [
      // Shared machines are slow at times: a property test is given room, none is asked to be quick.
      { test: { name: "unit", include: ["tests/unit/**/*.test.ts"], isolate: false, testTimeout: 60_000 } },
      {
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
        },
      },
    ],
  },
});
