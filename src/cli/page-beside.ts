import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";

type PageProcess = ChildProcessByStdio<Writable, Readable, null>;

/**
 * Shows a campaign on a page while it is measured, from a process of its own: whatever happens to the page, the run goes
 * on. The page ends with the run, however that one ends. Its address goes to standard error.
 * @param wanted `--serve` was given
 */
export async function withPage(directory: string, wanted: boolean, measure: () => Promise<void>): Promise<void> {
  if (!wanted) return measure();
  const page = startPage(directory);
  try {
    process.stderr.write(await addressLine(page));
    await measure();
  } finally {
    page.stdin.end();
  }
}

function startPage(directory: string): PageProcess {
  const main = fileURLToPath(new URL("./main.js", import.meta.url));
  // In a group of its own, so that Ctrl-C reaches the run alone, which may take a while to finish its points.
  const page = spawn(process.execPath, [main, "serve", directory, "--until-stdin-ends"], {
    stdio: ["pipe", "pipe", "inherit"],
    detached: true,
  });
  // It may be gone already.
  page.stdin.on("error", () => {});
  return page;
}

async function addressLine(page: PageProcess): Promise<string> {
  const [text] = (await Promise.race([once(page.stdout, "data"), once(page, "close")])) as [Buffer | number | null];
  return Buffer.isBuffer(text)
    ? `page: ${text.toString("utf8")}`
    : "The page could not be started; measuring goes on without.\n";
}
