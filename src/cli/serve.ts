import { z } from "zod";
import { servePage } from "../view/server/page-server.js";
import { ExitCode } from "./exit-code.js";
import { journalIn } from "./input.js";

const optionsSchema = z.strictObject({
  port: z.int().optional(),
  untilStdinEnds: z.boolean().default(false),
});

/** `assay serve DIR` */
export async function serveCommand(directory: string, options: unknown): Promise<void> {
  const { port = null, untilStdinEnds } = optionsSchema.parse(options);
  journalIn(directory);
  const page = await servePage({ directory, port, onError: (error) => process.stderr.write(`${error.stack}\n`) });
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
