import { z } from "zod";

const pattern = /^\+?(\d+(?:\.\d+)?) ?(KiB|MiB|GiB|TiB)$/;
const exponents: Readonly<Record<string, number>> = { KiB: 10, MiB: 20, GiB: 30, TiB: 40 };

/** A size as people write it: `2800MiB`, `+2.5 GiB` (a plus says that it comes on top of something). */
export const bytesSchema = z.string().regex(pattern, 'must be a size like "512MiB" or "2GiB"');

/** The bytes of a size that `bytesSchema` accepts. */
export function bytesOf(size: string): number {
  const [, value = "", unit = ""] = pattern.exec(size) ?? [];
  const exponent = exponents[unit];
  if (exponent === undefined) throw new RangeError(`${size} is no size`);
  return Math.round(Number(value) * 2 ** exponent);
}
