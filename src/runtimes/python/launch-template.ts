import { basename } from "node:path";

/** A launch template that cannot be used; `message` is for whoever wrote it. */
export class LaunchTemplateInvalid extends Error {
  override readonly name = "LaunchTemplateInvalid";
}

/** What stands for the names in braces. */
export interface LaunchPlaces {
  readonly host?: string | undefined;
  readonly python: string;
}

/** Programs that hand their words, joined by spaces, to a shell at the far end. */
const REMOTE_SHELLS: ReadonlySet<string> = new Set(["ssh", "autossh", "rsh", "mosh"]);
const WORD = /"([^"]*)"|'([^']*)'|(\S+)/g;

/**
 * The words of a launch command: `ssh {host} python3 -`, `srun -N1 -w {host} {python} -`, `docker run -i IMAGE python3 -`.
 * The last word, `-`, stands for the worker program: it becomes `-c PROGRAM ARGUMENTS`, quoted once for the far shell
 * where the command is one of `ssh`'s kind.
 * @throws LaunchTemplateInvalid
 */
export function launchWords(template: string, places: LaunchPlaces, program: readonly string[]): string[] {
  const words = Array.from(template.matchAll(WORD), ([, double, single, plain]) => double ?? single ?? plain ?? "");
  if (words.length < 2 || words.at(-1) !== "-") {
    throw new LaunchTemplateInvalid("ends with the interpreter and -, e.g. ssh {host} python3 -");
  }
  const filled = words.slice(0, -1).map((word) => fill(word, places));
  const quoted = REMOTE_SHELLS.has(basename(filled[0] ?? "")) ? program.map(shellQuoted) : program;
  return [...filled, ...quoted];
}

/** One word as every POSIX shell reads it. */
export function shellQuoted(word: string): string {
  return /^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function fill(word: string, { host, python }: LaunchPlaces): string {
  return word.replaceAll(/\{(\w*)\}/g, (_, name: string) => {
    const value = name === "host" ? host : name === "python" ? python : undefined;
    if (value !== undefined) return value;
    throw new LaunchTemplateInvalid(
      name === "host" ? "names {host}, and the device has no `host`" : `knows {host} and {python}, not {${name}}`,
    );
  });
}
