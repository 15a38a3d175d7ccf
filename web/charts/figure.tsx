import type { ComponentChildren } from "preact";

interface FigureProps {
  /** Title of the y axis with its unit: it stands over the axis, where it reads without turning one's head. */
  readonly yTitle: string;
  /** What the reader points at, in words; one fixed place, so that nothing jumps. */
  readonly readout?: ComponentChildren;
  readonly legend?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A picture with the title of its y axis, a place for what is pointed at, and its legend. */
export function Figure({ yTitle, readout, legend, children }: FigureProps) {
  return (
    <figure>
      <figcaption>
        <span class="y-title">{yTitle}</span>
        <span class="readout">{readout}</span>
      </figcaption>
      {children}
      {legend === undefined ? null : <div class="legend">{legend}</div>}
    </figure>
  );
}
