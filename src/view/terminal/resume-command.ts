import { assayCommand } from "../../campaign/assay-command.js";

/** The command that goes on with a campaign, as a shell takes it. */
export function resumeCommand(directory: string, ...options: readonly string[]): string {
  return assayCommand("resume", directory, ...options);
}
