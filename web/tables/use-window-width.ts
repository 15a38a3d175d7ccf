import { useEffect, useState } from "preact/hooks";

/** The width of the window in CSS px, followed as it changes. */
export function useWindowWidth(): number {
  const [width, setWidth] = useState(innerWidth);
  useEffect(() => {
    const follow = () => setWidth(innerWidth);
    addEventListener("resize", follow);
    return () => removeEventListener("resize", follow);
  }, []);
  return width;
}
