/** One line of nccl-tests' table, by its headings. */
export interface NcclRow {
  readonly line: number;
  readonly cells: ReadonlyMap<string, string>;
}

/** What nccl-tests printed: its table, and what it said around it. */
export interface NcclOutput {
  readonly rows: readonly NcclRow[];
  /** Lines that have another number of cells than the headings. */
  readonly broken: readonly { readonly line: number; readonly text: string }[];
  /** All other lines, without their `#`. */
  readonly said: readonly string[];
  readonly hasTable: boolean;
}

// What mpirun puts before a line: `[1,0]<stdout>:`, `[1,0]<stdout> `, `node3: `, or a timestamp of the launcher.
const PREFIX = /^(?:\[\d+,\d+\](?:<std(?:out|err)>)?:?\s?|[\w.-]+:\s(?=\s*(?:#|\d)))/;
const HEADINGS = /^#\s+size\s+count\s+type\b/;

/**
 * Finds the table in what nccl-tests printed. Its headings decide what a cell is: older versions have no `redop` or no
 * `root`, some print warnings first, and a launcher may put its own prefix before each line. The columns of the
 * out-of-place run come first; those of the in-place run get `in-place ` before their names.
 */
export function readNcclLines(text: string): NcclOutput {
  const rows: NcclRow[] = [];
  const broken: NcclOutput["broken"][number][] = [];
  const said: string[] = [];
  let headings: readonly string[] | null = null;
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.replace(PREFIX, "");
    if (HEADINGS.test(line.trim())) headings = headingsOf(line);
    else if (!headings || !/^\s*\d/.test(line)) said.push(line.replace(/^\s*#?\s*/, ""));
    else {
      const cells = line.trim().split(/\s+/);
      if (cells.length === headings.length) rows.push({ line: index + 1, cells: cellsOf(headings, cells) });
      else broken.push({ line: index + 1, text: line.trim() });
    }
  }
  return { rows, broken, said, hasTable: headings !== null };
}

function headingsOf(line: string): string[] {
  const names = line.replace("#", " ").trim().split(/\s+/);
  return names.map((name, index) => (names.indexOf(name) === index ? name : `in-place ${name}`));
}

function cellsOf(headings: readonly string[], cells: readonly string[]): Map<string, string> {
  return new Map(headings.map((heading, index) => [heading, cells[index] ?? ""]));
}
