import { ExitCode } from "./exit-code.js";

/** Errors whose message is written for the user, and the exit code that each kind has. */
const exitCodes: Readonly<Record<string, number>> = {
  CampaignFileInvalid: ExitCode.usage,
  CaseNotFound: ExitCode.usage,
  FailureGroupNotFound: ExitCode.usage,
  FilterMatchesNothing: ExitCode.usage,
  InputMissing: ExitCode.usage,
  OptionInvalid: ExitCode.usage,
  PlanRefused: ExitCode.usage,
  ClosureNotFound: ExitCode.usage,
  PlanMissing: ExitCode.usage,
  AdoptionRefused: ExitCode.refused,
  CampaignLocked: ExitCode.refused,
  EnvironmentDiffers: ExitCode.refused,
  EnvironmentNotFound: ExitCode.usage,
  EnvironmentNotInstalled: ExitCode.refused,
  InstallFailed: ExitCode.refused,
  InterpreterBroken: ExitCode.refused,
  JournalDamaged: ExitCode.refused,
  JournalMissing: ExitCode.usage,
  JournalTooNew: ExitCode.refused,
  JournalWriteFailed: ExitCode.refused,
  LaunchImpossible: ExitCode.refused,
  OtherExperiment: ExitCode.refused,
  PinBroken: ExitCode.refused,
  ReportPageError: ExitCode.refused,
  SourceChanged: ExitCode.refused,
  SourcesMoved: ExitCode.refused,
  SourcesNotListed: ExitCode.refused,
  SupersedeRefused: ExitCode.refused,
  WorkerNotPacked: ExitCode.refused,
  WorkerStartFailed: ExitCode.refused,
  FileRefused: ExitCode.refused,
  PortTaken: ExitCode.refused,
  AicRefused: ExitCode.refused,
  MergeRefused: ExitCode.refused,
  SettingsInvalid: ExitCode.usage,
  StatisticMissing: ExitCode.usage,
  WriteNotDurable: ExitCode.refused,
};

const systemMessages: Readonly<Record<string, string>> = {
  EACCES: "permission denied: this user may not write or read here",
  EPERM: "permission denied: this user may not do this here",
  ENOSPC: "no space is left on the disk",
  EROFS: "the file system is read-only",
  EDQUOT: "the disk quota is used up",
  ENOENT: "no such file or folder",
  ENOTDIR: "a part of the path is no folder",
  EISDIR: "this is a folder, not a file",
};

/** Prints an error as its reader needs it, and gives the exit code. A stack is shown for our own bugs alone. */
export function reportError(error: unknown): number {
  if (!(error instanceof Error)) return bug(String(error));
  const known = exitCodes[error.name];
  if (known !== undefined) return say(error.message, known);
  const system = systemMessage(error);
  if (system !== null) return say(system, ExitCode.refused);
  return bug(error.stack ?? error.message);
}

function say(message: string, exitCode: number): number {
  process.stderr.write(`assay: ${message}\n`);
  return exitCode;
}

function bug(details: string): number {
  process.stderr.write(`assay: this is a mistake in Assay itself; please report it with these lines:\n${details}\n`);
  return ExitCode.bug;
}

function systemMessage(error: NodeJS.ErrnoException): string | null {
  const message = error.code === undefined ? undefined : systemMessages[error.code];
  return message === undefined ? null : `${error.path ?? "a file"}: ${message}`;
}
