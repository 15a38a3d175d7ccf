import { useEffect, useState } from "preact/hooks";
import { hueCount } from "./line-style.js";

/** The colours and font of the styles, for what is drawn on a canvas. */
export interface Theme {
  readonly ink: string;
  readonly muted: string;
  readonly grid: string;
  readonly surface: string;
  readonly accent: string;
  readonly band: string;
  readonly warn: string;
  readonly danger: string;
  readonly series: readonly string[];
  readonly font: string;
}

/** The theme in force; the component draws again when the system changes between light and dark. */
export function useTheme(): Theme {
  const [theme, setTheme] = useState(readTheme);
  useEffect(() => {
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    const update = () => setTheme(readTheme());
    scheme.addEventListener("change", update);
    return () => scheme.removeEventListener("change", update);
  }, []);
  return theme;
}

function readTheme(): Theme {
  const styles = getComputedStyle(document.documentElement);
  const read = (name: string) => styles.getPropertyValue(name).trim();
  return {
    ink: read("--ink"),
    muted: read("--muted"),
    grid: read("--grid"),
    surface: read("--surface"),
    accent: read("--accent"),
    band: read("--band"),
    warn: read("--warn"),
    danger: read("--danger"),
    series: Array.from({ length: hueCount }, (_, hue) => read(`--series-${hue}`)),
    font: `${styles.fontSize} ${read("--font")}`,
  };
}
