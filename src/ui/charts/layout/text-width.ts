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
