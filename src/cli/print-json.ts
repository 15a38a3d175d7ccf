/** Version of all `--json` answers; a field that changes its meaning raises it. */
const SCHEMA_VERSION = 1;

/** Prints an answer for programs. */
export function printJson(answer: object): void {
  process.stdout.write(`${JSON.stringify({ schema_version: SCHEMA_VERSION, ...answer }, null, 2)}\n`);
}
