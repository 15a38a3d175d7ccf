import { existsSync } from "node:fs";
import { z } from "zod";
import { campaignPaths } from "../campaign/campaign.js";
import { findTables } from "../tables/find-tables.js";
import { campaignContent } from "../view/server/campaign-content.js";
import { type PageContent, servePage } from "../view/server/page-server.js";
import { tablesContent } from "../view/server/tables/tables-content.js";
import { checkSettings, today } from "./check.js";
import { ExitCode } from "./exit-code.js";
import { tableFilesAt } from "./import.js";
import { InputMissing, journalIn } from "./input.js";

const optionsSchema = z.strictObject({
  port: z.int().optional(),
  settings: z.string().min(1).optional(),
  untilStdinEnds: z.boolean().default(false),
});

/** `assay serve PATH…`: a campaign, or tables. */
export async function serveCommand(paths: readonly string[], options: unknown): Promise<void> {
  const { port = null, settings, untilStdinEnds } = optionsSchema.parse(options);
  const content = contentOf(paths, settings);
  const page = await servePage({ content, port, onError: (error) => process.stderr.write(`${error.stack}\n`) });
  process.stdout.write(`${page.url}\n`);
  if (!untilStdinEnds) process.stderr.write(`${hint(page.port)}\n`);
  const ending = untilStdinEnds ? endOfStdin() : endingSignal();
  try {
    // A journal that cannot be read ends it; until it has been read, a signal does as well.
    await Promise.race([page.read, ending]);
    process.exitCode = await ending;
  } finally {
    await page.close();
  }
}

function contentOf(paths: readonly string[], settings: string | undefined): PageContent {
  const [first = "", ...others] = paths;
  const campaign = paths.find((path) => existsSync(campaignPaths(path).journal));
  if (campaign !== undefined && others.length > 0)
    throw new InputMissing(`${campaign} is a campaign, which is served alone; tables are served together`);
  if (campaign !== undefined || (others.length === 0 && !hasTables(first))) return campaignOf(first);
  const files = tableFilesAt(paths);
  const named = paths.filter((path) => files.includes(path));
  return tablesContent({ title: paths.join(" "), files, named, settings: checkSettings(settings), today: today() });
}

function campaignOf(directory: string): PageContent {
  journalIn(directory);
  return campaignContent(directory);
}

function hasTables(path: string): boolean {
  return existsSync(path) && findTables([path]).length > 0;
}

function hint(port: number): string {
  return `Ctrl-C ends it. From another machine: ssh -N -L ${port}:127.0.0.1:${port} HOST, then the same address there.`;
}

function endingSignal(): Promise<number> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve(ExitCode.interrupted));
    process.once("SIGTERM", () => resolve(ExitCode.terminated));
  });
}

/** Ends together with the run that started it, however that one ends. */
function endOfStdin(): Promise<number> {
  return new Promise((resolve) => {
    process.stdin.resume().once("close", () => resolve(ExitCode.done));
  });
}
