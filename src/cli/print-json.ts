/** Version of all `--json` answers; a field that changes its meaning raises it. */
const SCHEMA_VERSION = 1;

/** Prints an answer for programs. @param indent spaces a level; 0: all on one line, for answers of megabytes */
export function printJson(answer: object, indent = 2): void {
  process.stdout.write(`${JSON.stringify({ schema_version: SCHEMA_VERSION, ...answer }, null, indent)}\n`);
}
