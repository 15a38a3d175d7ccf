import { parseArgs } from "node:util";
import { LineSplitter, parseCommand } from "../../protocol/framing.js";
import { PROTOCOL_VERSION } from "../../protocol/messages.js";
import { importCallbacks, shippedCallbacks } from "./callbacks/registry.js";
import { sendReport } from "./carrier.js";
import { CommandLoop } from "./command-loop.js";

// The embedded worker program: commands come on stdin, reports go up on descriptor 3, and whatever a library prints
// goes to stdout and stderr. `--callbacks MODULE` adds the callbacks that a module exports as `callbacks`.

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { callbacks: { type: "string", multiple: true } } });
  const more = await Promise.all((values.callbacks ?? []).map(importCallbacks));
  const loop = new CommandLoop(new Map([...shippedCallbacks, ...more.flat()]), sendReport);
  const lines = new LineSplitter();
  process.stdin.on("data", (chunk: Buffer) => {
    try {
      for (const line of lines.push(chunk)) loop.receive(parseCommand(line));
    } catch (error) {
      fail(error);
    }
  });
  // The parent is gone: nobody is left to measure for.
  process.stdin.on("end", () => process.exit(0));
  await loop.ended;
}

function fail(error: unknown): never {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  process.stderr.write(`${text}\n`);
  sendReport({ v: PROTOCOL_VERSION, kind: "log", level: "error", text });
  process.exit(1);
}

main().then(() => process.exit(0), fail);
