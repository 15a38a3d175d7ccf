/** The case that is pointed at, in the picture or in the table, and the place on its curve where that is known. */
export interface Highlight {
  readonly key: string;
  readonly place: number | null;
}

/** Whether two highlights show the same. */
export function sameHighlight(left: Highlight | null, right: Highlight | null): boolean {
  return left?.key === right?.key && left?.place === right?.place;
}
