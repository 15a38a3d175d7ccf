import { useEffect, useState } from "preact/hooks";
import { parseRoute, type Route } from "./route.js";

const scrollPositions = new Map<string, number>();

/** The view that an address names, whatever is selected in it. */
function viewOf(hash: string): string {
  return hash.split("?")[0] ?? "";
}

/** The route of the page's address, followed as it changes; going back restores where the reader was. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    history.scrollRestoration = "manual";
    const follow = () => setHash(location.hash);
    const remember = () => scrollPositions.set(viewOf(location.hash), scrollY);
    addEventListener("hashchange", follow);
    addEventListener("scroll", remember, { passive: true });
    return () => {
      removeEventListener("hashchange", follow);
      removeEventListener("scroll", remember);
    };
  }, []);
  useEffect(() => scrollTo(0, scrollPositions.get(viewOf(hash)) ?? 0), [viewOf(hash)]);
  return parseRoute(hash);
}
