/** How text compares: without regard to case, and by tokens (runs of letters and digits). */

const TOKEN = /[\p{L}\p{N}]+/gu;
const PATTERN = /[\p{L}\p{N}*]+/gu;

/**
 * Lower case letter by letter, independent of neighbours and language, as the store's `lower` does it
 * (JavaScript's own makes a final sigma differ and one letter, İ, into two).
 */
export function foldCase(text: string): string {
  let folded = '';
  for (const letter of text) folded += String.fromCodePoint(letter.toLowerCase().codePointAt(0) ?? 0);
  return folded;
}

/** The case-folded tokens of a text, in order. */
export function tokensOf(text: string): readonly string[] {
  return foldCase(text).match(TOKEN) ?? [];
}

/** The words of a CONTAINS_TOKEN operand, case-folded; `*` stands for any run of token characters, empty too. */
export function tokenPatternsOf(operand: string): readonly string[] {
  return foldCase(operand).match(PATTERN) ?? [];
}

/** Whether one whole token fits one pattern. */
export function tokenFits(token: string, pattern: string): boolean {
  const [head = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return token === pattern;
  if (!token.startsWith(head)) return false;
  const tail = rest.pop() ?? '';
  let position = head.length;
  for (const part of rest) {
    const found = token.indexOf(part, position);
    if (found < 0) return false;
    position = found + part.length;
  }
  return token.length - tail.length >= position && token.endsWith(tail);
}
