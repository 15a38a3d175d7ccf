import type { ComponentChildren } from "preact";

interface KeyProps {
  /** Class of the mark in the styles. */
  readonly mark: string;
  /** Where the mark is a character. */
  readonly sign?: string;
  readonly children: ComponentChildren;
}

/** One entry of a picture's legend: a mark and what it means. */
export function Key({ mark, sign, children }: KeyProps) {
  return (
    <span>
      <b class={mark}>{sign}</b> {children}
    </span>
  );
}
