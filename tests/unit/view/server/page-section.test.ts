import { expect, test } from "vitest";
import type { Entry } from "../../../../src/ledger/fold.js";
import { PageSection } from "../../../../src/view/server/page-section.js";

const attempt = { kind: "attempt" } as Entry;
const point = { kind: "point" } as Entry;

function sectionOf(values: readonly unknown[]): { readonly section: PageSection; readonly computed: () => number } {
  let times = 0;
  const compute = () => values[Math.min(times++, values.length - 1)];
  return { section: new PageSection({ name: "test", kinds: ["attempt"], compute }), computed: () => times };
}

test("is worked out again for the records that it depends on alone", () => {
  const { section, computed } = sectionOf([1, 2, 3]);
  section.refresh();
  section.touch(point);
  expect(section.isStale).toBe(false);
  section.refresh();
  expect([computed(), section.json, section.revision]).toEqual([1, "1", 1]);
});

test("has a new revision only where it changed", async () => {
  const { section } = sectionOf([{ a: 1 }, { a: 1 }, { a: 2 }]);
  const revisions = [];
  for (let round = 0; round < 3; round += 1) {
    section.touch(attempt);
    while (section.isStale) {
      section.refresh();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    revisions.push(section.revision);
  }
  expect(revisions).toEqual([1, 1, 2]);
});

test("that is large waits before it is worked out again", () => {
  const { section, computed } = sectionOf(["x".repeat(1_000_000), "y"]);
  section.refresh();
  section.touch(attempt);
  section.refresh();
  expect([computed(), section.isStale]).toEqual([1, true]);
  section.expire();
  section.refresh();
  expect([computed(), section.isStale, section.json]).toEqual([2, false, '"y"']);
});
