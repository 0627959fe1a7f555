/** Estimates a text's width on screen without asking the page: close enough to decide whether it fits. Pure. */
const narrow = /[ijlI.,:;'|!()·\s]/;
const wide = /[mwMW%]/;

/** @returns pixels; rather a little too many. */
export function textWidth(text: string, size: number): number {
  let width = 0;
  // Widths of kinds of letters relative to the font's size, in Inter.
  for (const letter of text) width += narrow.test(letter) ? 0.32 : wide.test(letter) ? 0.9 : 0.62;
  return width * size;
}

/** The text, or as much of its beginning as fits `width` pixels, with an ellipsis. */
export function shortened(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text;
  const letters = Array.from(text);
  while (letters.length > 1 && textWidth(`${letters.join('')}…`, size) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

export const TICK_SIZE = 11;
const BETWEEN = 10;

/** `Oct 2026` is named as a month, with its year once, below the first of that year. */
export function splitYear(short: string): readonly [string, string | undefined] {
  const match = /^(\p{L}+) (\d{4})$/u.exec(short);
  return match ? [match[1] ?? short, match[2]] : [short, undefined];
}

/**
 * @param names as they stand under the axis
 * @param width pixels of the whole axis; 0: not known yet
 * @returns 1: every bucket is named; 2: every second; and so on
 */
export function chooseTickStep(names: readonly string[], width: number, most: number): number {
  const fewest = Math.ceil(names.length / most);
  if (width <= 0 || names.length === 0) return Math.max(1, fewest);
  const widest = Math.max(...names.map((name) => textWidth(splitYear(name)[0], TICK_SIZE)));
  return Math.max(1, fewest, Math.ceil((widest + BETWEEN) / (width / names.length)));
}
