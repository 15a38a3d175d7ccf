const formats = new Map<number, Intl.NumberFormat>();
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/**
 * A number as a person reads it: `digits` significant digits, four from 1,000 on, thousands grouped, never an exponent.
 * `7.1234 → 7.12`, `1234.5 → 1,235`, `143528 → 143,500`.
 */
export function significant(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return "–";
  const shown = Math.abs(value) >= 999.5 ? Math.max(digits, 4) : digits;
  return value === 0 ? "0" : formatOf(shown).format(value).replace("-", "−");
}

/** A whole number with its thousands grouped. */
export function count(value: number): string {
  return whole.format(value);
}

/** `1 case`, `2 cases`. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
}

/** A share as per cent with two significant digits: `0.0123 → 1.2 %`; `null` stays a dash. */
export function percent(share: number | null): string {
  return share === null ? "–" : `${significant(share * 100, 2)} %`;
}

function formatOf(digits: number): Intl.NumberFormat {
  const known = formats.get(digits);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat("en-US", { minimumSignificantDigits: digits, maximumSignificantDigits: digits });
  formats.set(digits, made);
  return made;
}
