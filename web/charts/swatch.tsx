import { dashPatterns, type LineStyle } from "./line-style.js";

/** A short piece of a case's curve, as a key to the picture. */
export function Swatch({ style }: { readonly style: LineStyle }) {
  const dashes = dashPatterns[style.dash]?.join(" ") ?? "";
  return (
    <svg class="swatch" width="26" height="10" aria-hidden="true">
      <line
        x1="1"
        x2="25"
        y1="5"
        y2="5"
        stroke={`var(--series-${style.hue})`}
        stroke-width="2.5"
        stroke-dasharray={dashes}
      />
    </svg>
  );
}
