import { type Command, InvalidArgumentError } from "commander";

/** Adds the options that `run` and `resume` share; `runRequestOf` reads them. */
export function addRunOptions(command: Command): Command {
  return command
    .option("--for <time>", "stop cleanly before so much time has passed, e.g. 3h50m", duration)
    .option(
      "--max-failures <limit>",
      "stop when so many cases have failed: a number, or a share such as 10%",
      failureLimit,
    )
    .option("--serve", "show it on a page for this machine's browser meanwhile")
    .option("--take-over", "take the campaign's lock also from another host; make sure that nothing runs there");
}

/** Adds the options that choose what `resume` takes on. */
export function addSelectionOptions(command: Command): Command {
  return command
    .option("--retry-failed", "try failed cases again")
    .option("--only <key...>", "these cases alone, failed or not: beginnings of keys, or groups of failures (f-…)")
    .option(
      "--remeasure <flag...>",
      "measure points with these flags again, e.g. noisy drifting; older: those of other sources",
    );
}

const secondsOf: Readonly<Record<string, number>> = { d: 86_400, h: 3_600, m: 60, s: 1 };

/** `3h50m`, `90s`, `1.5h` in seconds. */
export function duration(text: string): number {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)([dhms])/g)];
  const seconds = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (secondsOf[unit ?? ""] ?? NaN), 0);
  if (seconds > 0 && parts.map(([part]) => part).join("") === text) return seconds;
  throw new InvalidArgumentError("write a time such as 3h50m, 90s or 1.5h");
}

/** `5` as a count, `10%` as a share of the planned cases. */
export function failureLimit(text: string): { readonly count: number } | { readonly share: number } {
  const [, digits = "", percent] = /^(\d+(?:\.\d+)?)(%)?$/.exec(text) ?? [];
  const number = Number(digits);
  if (percent === "%" && number > 0 && number <= 100) return { share: number / 100 };
  if (percent === undefined && Number.isInteger(number) && number > 0) return { count: number };
  throw new InvalidArgumentError("write a number of cases such as 5, or a share such as 10%");
}
