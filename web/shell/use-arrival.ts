import { useEffect, useRef } from "preact/hooks";
import { caseAddress, type Route } from "./route.js";

/** On arrival in another view, names the page and puts the focus where reading goes on. */
export function useArrival(route: Route, title: string): void {
  const previous = useRef<Route | null>(null);
  const name = route.view === "case" ? `case ${route.key}` : route.view;
  useEffect(() => {
    document.title = title;
    const from = previous.current;
    previous.current = route;
    if (from !== null) landing(from)?.focus({ preventScroll: true });
  }, [name, title]);
}

/** The link to the case that the reader came from, else the view's heading. */
function landing(from: Route): HTMLElement | null {
  const link =
    from.view === "case" ? document.querySelector<HTMLElement>(`th a[href="${caseAddress(from.key)}"]`) : null;
  return link ?? document.querySelector<HTMLElement>("main h1, main h2");
}
