import { Command, InvalidArgumentError } from "commander";
import { addFilterOptions, repeated } from "./filter-options.js";
import { addRunOptions, addSelectionOptions } from "./run-options.js";

/** The command line. Actions import their code when they run, so that `--help` stays quick. */
export function buildProgram(): Command {
  const program = new Command("assay")
    .description(
      "Measures how long the layers of an LLM serving engine take on a device,\nand keeps every number with the proof of what produced it.",
    )
    .showHelpAfterError("(assay --help shows the commands)")
    .showSuggestionAfterError()
    .exitOverride()
    .helpCommand(false)
    .addHelpText(
      "after",
      `
Start here:
  assay plan campaigns/quickstart.yaml              what would be measured
  assay run campaigns/quickstart.yaml --dir first   measure it
  assay report first -o report.html                 look at it

Exit codes: 0 done, 1 done with failed cases, 2 usage or input, 3 refused or environment not usable,
            4 a bug in Assay, 130 and 143 after Ctrl-C and SIGTERM.`,
    );

  addFilterOptions(command(program, "plan <file>", "Show what a campaign file would measure, and what it refuses"))
    .option("--show <key>", "show one case whole, with its points and workload; any unambiguous beginning of its key")
    .option("--dir <folder>", "compare with the campaign in this folder: what is new, kept, missing, dropped")
    .option("--history <folder>", "expect times as this earlier campaign measured them; may be repeated", repeated)
    .option("--json", "print it as JSON")
    .action(async (file: string, options: unknown) => (await import("./plan.js")).planCommand(file, options));

  addRunOptions(command(program, "run <file>", "Measure a campaign; continues the one in --dir if there is one"))
    .requiredOption("--dir <folder>", "the campaign's folder; made if it is not there")
    .option("--json", "print the summary as JSON")
    .action(async (file: string, options: unknown) => (await import("./run.js")).runCommand(file, options));

  addRunOptions(addSelectionOptions(command(program, "resume <dir>", "Measure the points that a campaign still lacks")))
    .option("--json", "print the summary as JSON")
    .action(async (directory: string, options: unknown) => (await import("./resume.js")).resumeCommand(directory, options));

  command(program, "paired <file>", "Measure a campaign once an arm, with one field of the policy varied, and compare")
    .requiredOption("--vary <field=a,b>", "the field and its values, e.g. reclaim=never,after-success")
    .requiredOption("--dir <folder>", "the experiment's folder; goes on with the one that is there")
    .option("--memory-budget <size>", "limit each worker to so much over its size after load, e.g. +2800MiB")
    .option("--order <order>", "interleaved (the default without a budget) or arm-after-arm")
    .option("--margin <share>", "latencies within it are equivalent, e.g. 10%", percentage, 0.1)
    .option("--json", "print the result as JSON")
    .action(async (file: string, options: unknown) => (await import("./paired.js")).pairedCommand(file, options));

  command(program, "status <dir>", "Show where a campaign stands; may be asked while it runs")
    .option("--watch", "show it again whenever it changes, until it is done")
    .option("--json", "print it as JSON")
    .action(async (directory: string, options: unknown) => (await import("./status.js")).statusCommand(directory, options));

  command(program, "report <dir>", "Write a campaign's report: one page, with its data inside")
    .option("-o, --output <file>", "where to write the page", "report.html")
    .option("--json", "print the report's data as JSON instead")
    .action(async (directory: string, options: unknown) => (await import("./report.js")).reportCommand(directory, options));

  return program;
}

/** `10%` or `0.1` as a share. */
function percentage(text: string): number {
  const share = text.endsWith("%") ? Number(text.slice(0, -1)) / 100 : Number(text);
  if (share > 0 && share < 10) return share;
  throw new InvalidArgumentError("write a share such as 10% or 0.1");
}

function command(program: Command, nameAndArgs: string, description: string): Command {
  return program.command(nameAndArgs).description(description).exitOverride();
}
