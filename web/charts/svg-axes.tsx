interface YAxisProps {
  readonly ticks: readonly number[];
  readonly y: (value: number) => number;
  readonly left: number;
  readonly right: number;
  readonly label: (tick: number) => string;
}

/** Grid lines with their values on the left. */
export function YAxis({ ticks, y, left, right, label }: YAxisProps) {
  return (
    <g class="axis">
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
          <text x={left - 6} y={y(tick)} dy="0.35em" text-anchor="end">
            {label(tick)}
          </text>
        </g>
      ))}
    </g>
  );
}

interface XAxisProps {
  readonly ticks: readonly number[];
  readonly x: (value: number) => number;
  /** Where the plot ends; values and title stand below. */
  readonly bottom: number;
  readonly title: string;
  /** Place of the title's middle. */
  readonly middle: number;
}

/** Values under a picture and the title of its x axis. */
export function XAxis({ ticks, x, bottom, title, middle }: XAxisProps) {
  return (
    <g class="axis">
      {ticks.map((tick) => (
        <text key={tick} x={x(tick)} y={bottom + 14} text-anchor="middle">
          {tickText(tick)}
        </text>
      ))}
      <text class="title" x={middle} y={bottom + 29} text-anchor="middle">
        {title}
      </text>
    </g>
  );
}

const tickFormat = new Intl.NumberFormat("en-US");

function tickText(tick: number): string {
  return tickFormat.format(tick);
}
