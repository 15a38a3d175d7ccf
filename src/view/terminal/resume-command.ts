/** The command that goes on with a campaign, as a shell takes it. */
export function resumeCommand(directory: string, ...options: readonly string[]): string {
  return ["assay", "resume", quoted(directory), ...options].join(" ");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
