import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { useWindowWidth } from "./use-window-width.js";

/** Widths of a table's columns in px, held while it scrolls, so that they do not follow the rows in sight; `null`: free. */
export function useColumnWidths(
  place: RefObject<HTMLElement | null>,
  columns: number,
  isPartial: boolean,
): readonly number[] | null {
  const [widths, setWidths] = useState<readonly number[] | null>(null);
  const windowWidth = useWindowWidth();
  useLayoutEffect(() => setWidths(null), [columns, isPartial, windowWidth]);
  useLayoutEffect(() => {
    if (!isPartial || widths !== null) return;
    const heads = [...(place.current?.querySelectorAll("thead th") ?? [])];
    setWidths(heads.map((head) => head.getBoundingClientRect().width));
  }, [widths, isPartial]);
  return widths;
}
