/** A command of Assay on a campaign's folder, as a shell takes it. */
export function assayCommand(name: string, directory: string, ...options: readonly string[]): string {
  return ["assay", name, quoted(directory), ...options].join(" ");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
