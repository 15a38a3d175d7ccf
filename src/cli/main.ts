#!/usr/bin/env node
import { CommanderError } from "commander";
import { ExitCode } from "./exit-code.js";
import { buildProgram } from "./program.js";

try {
  await buildProgram().parseAsync();
} catch (error) {
  // Commander has printed its own message; its usage errors have code 1, `--help` has 0.
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? ExitCode.done : ExitCode.usage;
  } else {
    const { reportError } = await import("./report-error.js");
    process.exitCode = reportError(error);
  }
}
