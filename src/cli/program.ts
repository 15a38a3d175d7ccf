import { Command, InvalidArgumentError, Option } from "commander";
import { addFilterOptions, repeated } from "./filter-options.js";
import { addNcclOptions } from "./nccl-options.js";
import { addRunOptions, addSelectionOptions } from "./run-options.js";
import { wholeNumber } from "./whole-number.js";

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

Exit codes: 0 done, 1 done with cases failed or left, 2 usage or input, 3 refused or environment not usable,
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
    .action(async (directory: string, options: unknown) =>
      (await import("./resume.js")).resumeCommand(directory, options),
    );

  command(
    program,
    "qualify <dir>",
    "Show that changed sources may be measured with: a few full sweeps in a fresh worker",
  )
    .option("--campaign <file>", "take plan and pins from this campaign file first")
    .option("--allow-flag <flag...>", "let points with these flags pass, e.g. noisy; stands in the record")
    .option("--take-over", "take the campaign's lock also from another host; make sure that nothing runs there")
    .option("--json", "print the result as JSON")
    .action(async (directory: string, options: unknown) =>
      (await import("./qualify.js")).qualifyCommand(directory, options),
    );

  command(
    program,
    "adopt <dir>",
    "Decide that older points count until a day, where they agree with the qualification's",
  )
    .requiredOption("--closure <hash>", "the sources that they were measured with; any unambiguous beginning")
    .requiredOption("--reason <text>", "why they still hold")
    .requiredOption("--approved-by <name>", "who says so")
    .requiredOption("--until <date>", "the last day on which they count, e.g. 2027-03-31")
    .option("--take-over", "take the campaign's lock also from another host; make sure that nothing runs there")
    .option("--json", "print the decision as JSON")
    .action(async (directory: string, options: unknown) =>
      (await import("./adopt.js")).adoptCommand(directory, options),
    );

  command(
    program,
    "provenance <dir>",
    "Show with which sources and environments a campaign measured; a campaign file: would",
  )
    .option("--diff", "show where the sources differ now: each file and package")
    .option("--json", "print it as JSON")
    .action(async (directory: string, options: unknown) =>
      (await import("./provenance.js")).provenanceCommand(directory, options),
    );

  command(program, "verify <dir>", "Check a campaign's journal from its first record to its last, and show its seal")
    .option("--seal <hash>", "a seal that it is said to have had")
    .option("--json", "print it as JSON")
    .action(async (directory: string, options: unknown) =>
      (await import("./verify.js")).verifyCommand(directory, options),
    );

  command(program, "paired <file>", "Measure a campaign once an arm, with one field of the policy varied, and compare")
    .requiredOption("--vary <field=a,b>", "the field and its values, e.g. reclaim=never,after-success")
    .requiredOption("--dir <folder>", "the experiment's folder; goes on with the one that is there")
    .option("--memory-budget <size>", "limit each worker to so much over its size after load, e.g. +2800MiB")
    .option("--order <order>", "interleaved (the default without a budget) or arm-after-arm")
    .option("--margin <share>", "latencies within it are equivalent, e.g. 10%", percentage, 0.1)
    .option(
      "--rounds <number>",
      "measure every arm so often, in fresh workers, taking turns in going first",
      wholeNumber,
    )
    .option("--serve", "show it on a page for this machine's browser meanwhile")
    .option("--json", "print the result as JSON")
    .action(async (file: string, options: unknown) => (await import("./paired.js")).pairedCommand(file, options));

  command(program, "status <dir>", "Show where a campaign stands; may be asked while it runs")
    .option("--watch", "show it again whenever it changes, until it is done")
    .option("--json", "print it as JSON")
    .action(async (directory: string, options: unknown) =>
      (await import("./status.js")).statusCommand(directory, options),
    );

  command(program, "report <path>", "Write a report of a campaign or of tables: one page, with its data inside")
    .option("-o, --output <file>", "where to write the page", "report.html")
    .option("--settings <file>", "of tables: thresholds and waivers of their check (docs/checks.md)")
    .option("--json", "print the report's data as JSON instead")
    .action(async (path: string, options: unknown) => (await import("./report.js")).reportCommand(path, options));

  command(program, "serve <paths...>", "Show a campaign as it goes on, or tables: a page for this machine's browser")
    .option("--port <number>", "where to serve it; left out: as the last time, else any free port", port)
    .option("--settings <file>", "of tables: thresholds and waivers of their check (docs/checks.md)")
    .addOption(new Option("--until-stdin-ends", "end when whoever started it does").hideHelp())
    .action(async (paths: readonly string[], options: unknown) =>
      (await import("./serve.js")).serveCommand(paths, options),
    );

  command(program, "export <dir>", "Write a campaign's points, or a folder of tables, as tables")
    .requiredOption(
      "--to <folder>",
      "where to write them; tables that are there already are added to, never overwritten",
    )
    .option(
      "--layout <layout>",
      "assay (one Parquet file a device, version and kind of layer) or aic (as aiconfigurator reads it)",
    )
    .option("--system <name>", "with --layout aic: the device's name there, e.g. h200_sxm")
    .option(
      "--as <from=to>",
      "with --layout aic: write a number format or framework under another name; may be repeated",
      alias,
    )
    .option("--statistic <name>", "what the latency is: median (the default), mean, min, p10 or p90")
    .option("--older", "take points of other sources or another environment along")
    .option("--json", "print what was written as JSON")
    .action(async (directory: string, options: unknown) =>
      (await import("./export.js")).exportCommand(directory, options),
    );

  addNcclOptions(command(program, "import <paths...>", "Read tables: Parquet, CSV, or what nccl-tests printed"))
    .option("--to <folder>", "add them to the tables in this folder; left out: only say what would be added")
    .option("--strict", "exit with 1 where a key has more than one value")
    .option("--json", "print what was read as JSON")
    .action(async (paths: string[], options: unknown) => (await import("./import.js")).importCommand(paths, options));

  addNcclOptions(command(program, "check <paths...>", "Find what is wrong in tables, or in a campaign's points"))
    .option(
      "--fail-on <severity>",
      "exit with 1 for findings of this severity or a graver one: error (the default), warning, notice",
    )
    .option("--settings <file>", "thresholds and waivers (docs/checks.md)")
    .option("--all", "tell every finding, not only the worst of each gate and file")
    .option("--json", "print the findings as JSON, with their evidence")
    .action(async (paths: string[], options: unknown) => (await import("./check.js")).checkCommand(paths, options));

  addEnvironmentCommands(program);

  return program;
}

/** What the Python runtimes need on a machine. */
function addEnvironmentCommands(program: Command): void {
  const env = command(program, "env", "Python environments that Assay builds from its lock files: install, list, path");
  command(
    env,
    "install <name>",
    "Build an environment in the cache folder, or finish one; uv where it is there, else pip",
  ).action(async (name: string) => (await import("./env.js")).envInstallCommand(name));
  command(env, "list", "Show the environments, and which are installed here")
    .option("--json", "print it as JSON")
    .action(async (options: unknown) => (await import("./env.js")).envListCommand(options));
  command(env, "path <name>", "Print the interpreter of an installed environment").action(async (name: string) =>
    (await import("./env.js")).envPathCommand(name),
  );
  command(program, "doctor", "Show what is here and what each runtime lacks, in a block for bug reports")
    .option("--json", "print it as JSON")
    .action(async (options: unknown) => (await import("./doctor.js")).doctorCommand(options));
}

/** `10%` or `0.1` as a share. */
function percentage(text: string): number {
  const share = text.endsWith("%") ? Number(text.slice(0, -1)) / 100 : Number(text);
  if (share > 0 && share < 10) return share;
  throw new InvalidArgumentError("write a share such as 10% or 0.1");
}

/** `fp32=bfloat16`, gathered over several. */
function alias(
  text: string,
  earlier: readonly (readonly [string, string])[] = [],
): readonly (readonly [string, string])[] {
  const [from = "", to = "", ...rest] = text.split("=");
  if (from !== "" && to !== "" && rest.length === 0) return [...earlier, [from, to]];
  throw new InvalidArgumentError("write two names, e.g. fp32=bfloat16");
}

function port(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number > 0 && number < 65_536) return number;
  throw new InvalidArgumentError("write a port from 1 to 65535");
}

function command(program: Command, nameAndArgs: string, description: string): Command {
  return program.command(nameAndArgs).description(description).exitOverride();
}
