/** A figure set on its decimal point: what follows the point gets the same room in every row of its column. */
export function Decimal({ text, fractionDigits }: { readonly text: string; readonly fractionDigits: number }) {
  const point = text.indexOf(".");
  if (fractionDigits === 0) return <>{text}</>;
  const whole = point < 0 ? text : text.slice(0, point);
  const fraction = point < 0 ? "" : text.slice(point);
  return (
    <>
      {whole}
      <span class="fraction" style={{ width: `calc(${fractionDigits}ch + 0.3em)` }}>
        {fraction}
      </span>
    </>
  );
}

/** Number of digits after the decimal point of a figure. */
export function fractionDigits(text: string): number {
  const point = text.indexOf(".");
  return point < 0 ? 0 : text.length - point - 1;
}
