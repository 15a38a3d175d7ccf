import fc from "fast-check";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Entry } from "../../src/ledger/fold.js";
import { placeOf, whatCounts } from "../fixtures/what-counts.js";
import { journalRecords, startAssay } from "./assay.js";
import { SteadyCampaign } from "./steady-campaign.js";

// Random histories of runs, edits, kills, qualifications and adoptions, with real processes: after each step, what
// `status` counts is what the journal bears out, and what was refused has written nothing.

const HISTORIES = 20;
const CASES = 3;
const TOKENS = [1, 2];
/** What the callback reports after an edit: itself again, hardly different, or far off. */
const factors = [1, 1.001, 1.3];

type Step =
  | { readonly kind: "edit"; readonly factor: number }
  | { readonly kind: "run" | "kill" | "qualify" | "kill qualify" | "again" | "adopt" };

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...factors).map((factor): Step => ({ kind: "edit", factor })) },
    {
      weight: 6,
      arbitrary: fc
        .constantFrom("run", "kill", "qualify", "kill qualify", "again", "adopt")
        .map((kind): Step => ({ kind })),
    },
  ),
  { minLength: 5, maxLength: 8 },
);
const histories = fc.sample(steps, { numRuns: HISTORIES, seed: 9 });

test.each(histories.map((history, index) => [index + 1, history] as const))(
  "history %d",
  { timeout: 600_000 },
  async (_number, history) => {
    const campaign = new SteadyCampaign({ cases: CASES, tokens: TOKENS, policy: "qualification: {callbacks: 2}" });
    await campaign.runUntil(2, "SIGKILL");
    for (const step of history) {
      const before = campaign.bytes();
      const exitCode = await take(step, campaign);
      // Killed processes leave a torn line at most; a refusal leaves nothing.
      if (exitCode === 3) expect(campaign.bytes(), step.kind).toEqual(before);
      await expectCounts(campaign, step);
    }
    expect((await campaign.assay("verify")).exitCode).toBe(0);
  },
);

async function take(step: Step, campaign: SteadyCampaign): Promise<number | null> {
  switch (step.kind) {
    case "edit":
      campaign.change(step.factor);
      return null;
    case "run":
      return (await campaign.run()).exitCode;
    case "qualify":
      return (await campaign.assay("qualify")).exitCode;
    case "again":
      return (await campaign.assay("resume", "--remeasure", "older")).exitCode;
    case "kill":
      return killed(campaign, "resume");
    case "kill qualify":
      return killed(campaign, "qualify");
    case "adopt":
      return adoptOlder(campaign);
  }
}

/** Kills a command once its first point is durable, or lets it end where none comes. */
async function killed(campaign: SteadyCampaign, command: string): Promise<number | null> {
  const points = campaign.count("point");
  const running = startAssay([command, campaign.directory], { environment: { STEADY_MS: "100" } });
  while (campaign.count("point") === points && running.child.exitCode === null) await pause(10);
  running.child.kill("SIGKILL");
  return (await running.ended).exitCode;
}

/** Adopts all older closures that may be adopted. */
async function adoptOlder(campaign: SteadyCampaign): Promise<number | null> {
  const { provenance } = await campaign.answer<{ provenance: { closures: { closure: string; counts: boolean }[] } }>(
    "status",
  );
  const older = provenance.closures.find(({ counts }) => !counts);
  if (!older) return null;
  const words = ["--reason", "a test", "--approved-by", "me", "--until", "2999-01-01"];
  return (await campaign.assay("adopt", "--closure", older.closure, ...words)).exitCode;
}

async function expectCounts(campaign: SteadyCampaign, step: Step): Promise<void> {
  const records = journalRecords(campaign.directory);
  const counts = whatCounts(records.map(({ kind, ...body }) => ({ kind, body }) as unknown as Entry));
  const plan = records.findLast(({ kind }) => kind === "plan") as unknown as {
    plan: { cases: { key: string; coordinates: Record<string, number>[] }[] };
  };
  const places = plan.plan.cases.flatMap(({ key, coordinates }) => coordinates.map((at) => placeOf(key, at)));
  const now = new Date();
  const standing = places.map((place) => {
    const measured = counts.points.filter((point) => point.place === place);
    if (measured.length === 0) return "missing";
    return measured.some((point) => counts.isCounted(point) || counts.isAdopted(point, now)) ? "done" : "older";
  });
  const expected = (word: string) => standing.filter((one) => one === word).length;
  expect(await campaign.points(), step.kind).toMatchObject({
    planned: CASES * TOKENS.length,
    done: expected("done"),
    older: expected("older"),
    missing: expected("missing"),
    failed: 0,
  });
}
