/** Whether a text has all words of a filter: parts of it (`fp8`), and whole numbers (`512`, which 5120 is not). */
export function hasWords(text: string, words: string): boolean {
  const whole = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) =>
      /^\d+$/.test(word) ? new RegExp(`(?<![\\d.])${word}(?![\\d.])`).test(whole) : whole.includes(word),
    );
}
