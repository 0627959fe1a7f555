/** How text compares: without regard to case, and by tokens (runs of letters and digits). */

const TOKEN = /[\p{L}\p{N}]+/gu;
const PATTERN = /[\p{L}\p{N}*]+/gu;

/** These scripts and letters got their case after Unicode 15: the store does not know it, nor does every machine. */
const CASELESS = /[\u1c89\ua7cb\ua7cc\ua7ce\ua7d2\ua7d4\ua7da\ua7dc\u{10d50}-\u{10d65}\u{16ea0}-\u{16eb8}]/u;

const BEYOND_ASCII = /[^\0-\x7f]/;

/**
 * Lower case letter by letter, independent of neighbours, language and machine, as the store's `lower` does it
 * (JavaScript's own makes a final sigma differ and one letter, İ, into two).
 */
export function foldCase(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  let folded = '';
  for (const letter of text) {
    const lower = CASELESS.test(letter) ? letter : letter.toLowerCase();
    folded += String.fromCodePoint(lower.codePointAt(0) ?? 0);
  }
  return folded;
}

/** Splits a text into its case-folded tokens, in order. */
export function tokenize(text: string): readonly string[] {
  return foldCase(text).match(TOKEN) ?? [];
}

/** Splits a CONTAINS_TOKEN operand into its case-folded words; `*` stands for any run of token characters, empty too. */
export function tokenizePatterns(operand: string): readonly string[] {
  return foldCase(operand).match(PATTERN) ?? [];
}

export function isTokenMatch(token: string, pattern: string): boolean {
  const [head = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return token === pattern;
  if (!token.startsWith(head)) return false;
  const tail = rest.pop() ?? '';
  let position = head.length;
  for (const part of rest) {
    const partStart = token.indexOf(part, position);
    if (partStart < 0) return false;
    position = partStart + part.length;
  }
  return token.length - tail.length >= position && token.endsWith(tail);
}
