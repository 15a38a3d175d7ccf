import { useLayoutEffect, useRef } from "preact/hooks";
import type { useRowWindow } from "./use-row-window.js";

type Rows = Pick<ReturnType<typeof useRowWindow>, "place" | "reveal" | "rowsInSight">;

/** Moves the focus between the controls of rows, also to rows that are not drawn yet. */
export function useRowFocus({ place, reveal, rowsInSight }: Rows, count: number) {
  const wanted = useRef<number | null>(null);
  const focusWanted = () => {
    const control = place.current?.querySelector<HTMLElement>(
      `tr[data-index="${wanted.current}"] :is(th a, th button)`,
    );
    if (wanted.current === null || control === null || control === undefined) return;
    wanted.current = null;
    control.focus({ preventScroll: true });
  };
  useLayoutEffect(focusWanted);
  return (event: KeyboardEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>("tr[data-index]") : null;
    const to = row === null ? null : targetRow(event.key, Number(row.dataset["index"]), rowsInSight);
    if (to === null) return;
    event.preventDefault();
    wanted.current = Math.max(0, Math.min(count - 1, to));
    reveal(wanted.current);
    focusWanted();
  };
}

function targetRow(key: string, from: number, page: number): number | null {
  switch (key) {
    case "ArrowDown":
      return from + 1;
    case "ArrowUp":
      return from - 1;
    case "PageDown":
      return from + page;
    case "PageUp":
      return from - page;
    case "Home":
      return 0;
    case "End":
      return Infinity;
    default:
      return null;
  }
}
