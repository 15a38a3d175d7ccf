/** Up to `limit` of the names that are the fewest edits away, nearest first; none that shares less than half. */
export function nearNames(name: string, names: readonly string[], limit = 3): string[] {
  return names
    .map((candidate) => ({ candidate, edits: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= Math.max(name.length, candidate.length) / 2)
    .sort((left, right) => left.edits - right.edits)
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

/** Levenshtein's distance: insertions, deletions and replacements of one character. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of Array.from(from).entries()) {
    const next = [index + 1];
    for (const [column, other] of Array.from(to).entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
