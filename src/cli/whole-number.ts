import { InvalidArgumentError } from "commander";

/** Reads an option that counts something. @throws InvalidArgumentError for all but whole numbers from 1 */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new InvalidArgumentError("write a whole number from 1");
}
