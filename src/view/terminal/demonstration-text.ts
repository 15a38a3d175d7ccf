/** Says of which callbacks the points are never published; nothing where there are none. */
export function demonstrationText(callbacks: readonly string[]): string {
  return callbacks.length === 0 ? "" : `demonstration: never published (points of ${callbacks.join(", ")})\n`;
}
