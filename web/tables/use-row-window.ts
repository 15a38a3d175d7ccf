import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

/** Tables with more rows than this scroll in a place of their own and draw only the rows in sight. */
const drawnWhole = 60;
/** Rows that are drawn beyond the edges, so that scrolling shows no gap. */
const beyond = 6;
/** Before the first row has been measured. */
const assumedRowPx = 24;

/** Where tables stood that were left, by name. */
const lastTops = new Map<string, number>();

/** The rows of a table that are drawn: from `start` up to and without `end`. */
export interface RowWindow {
  readonly isPartial: boolean;
  readonly start: number;
  readonly end: number;
  /** Heights of the rows that are not drawn, in px. */
  readonly abovePx: number;
  readonly belowPx: number;
}

/** Follows which rows of a table are in sight, and brings others there. */
export function useRowWindow(name: string, count: number) {
  const place = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [view, setView] = useState({ rowPx: assumedRowPx, heightPx: 600 });
  const isPartial = count > drawnWhole;
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null || !isPartial) return;
    element.scrollTop = lastTops.get(name) ?? 0;
    const follow = () => {
      lastTops.set(name, element.scrollTop);
      setTop(element.scrollTop);
    };
    const measure = () => {
      const rowPx = element.querySelector("tbody tr[data-index]")?.getBoundingClientRect().height ?? 0;
      setView({ rowPx: rowPx || assumedRowPx, heightPx: element.clientHeight });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", follow, { passive: true });
    measure();
    follow();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", follow);
    };
  }, [name, isPartial]);
  const window = useMemo(() => rowWindow(isPartial, count, { top, ...view }), [isPartial, count, top, view]);
  const reveal = (index: number) => {
    const element = place.current;
    if (element === null || !isPartial) return;
    // The head covers the first row's height and a little more.
    const [first, last] = [index * view.rowPx, (index + 2.5) * view.rowPx - view.heightPx];
    if (element.scrollTop > first) element.scrollTop = first;
    else if (element.scrollTop < last) element.scrollTop = last;
  };
  return { place, window, reveal, rowsInSight: Math.max(1, Math.floor(view.heightPx / view.rowPx) - 2) };
}

interface View {
  readonly top: number;
  readonly rowPx: number;
  readonly heightPx: number;
}

function rowWindow(isPartial: boolean, count: number, { top, rowPx, heightPx }: View): RowWindow {
  if (!isPartial) return { isPartial, start: 0, end: count, abovePx: 0, belowPx: 0 };
  const inSight = Math.ceil(heightPx / rowPx) + 2 * beyond;
  const start = Math.max(0, Math.min(Math.floor(top / rowPx) - beyond, count - inSight));
  const end = Math.min(count, start + inSight);
  return { isPartial, start, end, abovePx: start * rowPx, belowPx: (count - end) * rowPx };
}
