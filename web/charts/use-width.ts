import { useEffect, useRef, useState } from "preact/hooks";

/** The width of an element in CSS px, followed as it changes; 0 before the first layout. */
export function useWidth<E extends Element>() {
  const place = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (place.current === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return { place, width };
}
