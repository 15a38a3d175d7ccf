/** A journal that is not what its writer left: no number of it can be trusted past `line`. */
export class JournalDamaged extends Error {
  override readonly name = "JournalDamaged";
  constructor(
    readonly path: string,
    /** Line, and so number of the record; `null` where the file as a whole is wrong. */
    readonly line: number | null,
    readonly defect: string,
  ) {
    const where = line === null ? path : `${path}, line ${line}`;
    super(`${where}: ${defect}. Nothing was changed. ${wayOutOfDamage(path, line)}`);
  }
}

function wayOutOfDamage(path: string, line: number | null): string {
  const copy = "Put a whole copy of the file in its place";
  if (line === 1) return `${copy}, or begin a new campaign.`;
  const rest = `delete ${markPath(path)} and resume: what is missing is measured again.`;
  if (line === null) return `${copy}; or, to go on with the records that are left, ${rest}`;
  return `${copy}; or set it aside, keep its first ${line - 1} lines (head -n ${line - 1}), ${rest}`;
}

/** The file beside a journal that remembers how far it was synced. */
export function markPath(journalPath: string): string {
  return `${journalPath}.head`;
}

/** A record that this version does not know: reading on would count without it. */
export class JournalTooNew extends Error {
  override readonly name = "JournalTooNew";
  constructor(
    readonly path: string,
    readonly line: number,
    /** E.g. `unknown kind adopted`, `version 2 of the journal`. */
    readonly unknown: string,
  ) {
    super(`${path}, line ${line}: ${unknown}, written by a newer Assay. Use that version, or a newer one.`);
  }
}

const waysOut: Readonly<Record<string, string>> = {
  ENOSPC: "The disk is full: make space there, then resume.",
  EDQUOT: "This user's disk quota is used up: make space, then resume.",
  EFBIG:
    "The file reached the largest size allowed (ulimit -f, or the file system's own limit): raise it, then resume.",
  EROFS: "The file system is mounted read-only: mount it for writing, or copy the folder elsewhere, then resume.",
  EACCES: "This user may not write there: change the rights, or choose another folder with --dir.",
  EPERM: "This user may not write there: change the rights, or choose another folder with --dir.",
  EIO: "The disk reports an error: look into the system's log, copy the folder to a sound disk, then resume there.",
  ENOENT: "It is not there (any more): put the file or folder back, then resume.",
  ESTALE: "It was replaced or changed by another program: see which one, put the file back, then resume.",
};

/** The journal cannot be written: no record of the batch counts, and the writer takes no more. */
export class JournalWriteFailed extends Error {
  override readonly name = "JournalWriteFailed";
  constructor(
    readonly path: string,
    /** Name of the errno, e.g. `ENOSPC`; `ESTALE`: another program changed the file. */
    readonly code: string,
    cause: unknown,
  ) {
    const wayOut = waysOut[code] ?? "Resume once that is settled.";
    super(`cannot write ${path}: ${code}. ${wayOut} What was recorded before is kept.`, { cause });
  }
}

/** An error of a system call as `JournalWriteFailed`; any other one as it is. */
export function asWriteFailure(path: string, error: unknown): unknown {
  const isSystemError = error instanceof Error && "syscall" in error && "code" in error;
  return isSystemError ? new JournalWriteFailed(path, String(error.code), error) : error;
}
