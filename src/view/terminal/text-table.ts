/** A column: its heading, and on which side its cells are flush. */
export interface Column {
  readonly heading: string;
  readonly align?: "left" | "right";
}

/** Lines of aligned columns under a heading, two spaces apart. */
export function textTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const cells = [columns.map(({ heading }) => heading), ...rows];
  const widths = columns.map((_, index) => cells.reduce((most, row) => Math.max(most, (row[index] ?? "").length), 0));
  const line = (row: readonly string[]) =>
    row
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        return columns[index]?.align === "right" ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd();
  return `${cells.map(line).join("\n")}\n`;
}
