import { ExitCode } from "./exit-code.js";

/** Work that can be ended early. */
export interface Endable {
  drain(): void;
  stop(): void;
}

/** The first Ctrl-C or SIGTERM drains, the second stops at once. */
export function onSignals(work: Endable) {
  let first: NodeJS.Signals | null = null;
  const handle = (signal: NodeJS.Signals) => {
    if (first !== null) return work.stop();
    first = signal;
    process.stderr.write(`\n${signal}: finishing the point that is being measured; once more stops at once.\n`);
    work.drain();
  };
  process.on("SIGINT", handle).on("SIGTERM", handle);
  return {
    exitCode: () => (first === null ? null : first === "SIGINT" ? ExitCode.interrupted : ExitCode.terminated),
    forget: () => process.off("SIGINT", handle).off("SIGTERM", handle),
  };
}
