/** What the exit code of every command means. */
export const ExitCode = {
  done: 0,
  /** Done, with failed cases or findings. */
  findings: 1,
  /** A mistake in what the user wrote: arguments, campaign file, names. */
  usage: 2,
  /** Refused, or the machine or folder cannot be used as it is. */
  refused: 3,
  /** A mistake of Assay itself. */
  bug: 4,
  interrupted: 130,
  terminated: 143,
} as const;
