import type { Command } from "commander";

/** Gathers the values of an option that may be given several times. */
export function repeated(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

/** Adds the options that choose cases of a plan; each may be repeated, and `filterShape` reads them. */
export function addFilterOptions(command: Command): Command {
  return command
    .option("--op <name>", "only layers of this op; this and the next five may be repeated", repeated)
    .option("--model <name>", "only layers of this model", repeated)
    .option("--dtype <name>", "only layers of this dtype", repeated)
    .option("--tp <size>", "only layers cut by this tensor-parallel size", repeated)
    .option("--ep <size>", "only layers cut by this expert-parallel size", repeated)
    .option("--key <prefix>", "only cases whose key begins so", repeated);
}
