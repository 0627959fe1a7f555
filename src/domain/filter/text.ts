/** Compares texts regardless of case, and by tokens (runs of letters and digits). */

const TOKEN = /[\p{L}\p{N}]+/gu;
const PATTERN = /[\p{L}\p{N}*]+/gu;

/** Letters that got their case after Unicode 15, which neither the store nor every machine knows. */
const CASELESS = /[\u1c89\ua7cb\ua7cc\ua7ce\ua7d2\ua7d4\ua7da\ua7dc\u{10d50}-\u{10d65}\u{16ea0}-\u{16eb8}]/u;

const BEYOND_ASCII = /[^\0-\x7f]/;

/**
 * Converts to lower case letter by letter, independent of neighbours, language and machine, as the store's `lower` does (JavaScript's own
 * makes a final sigma differ and one letter, İ, into two).
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

/** Splits a CONTAINS_TOKEN operand into its case-folded words; `*` stands for any run of token characters, including an empty one. */
export function tokenizePatterns(operand: string): readonly string[] {
  return foldCase(operand).match(PATTERN) ?? [];
}

export function isTokenMatch(token: string, pattern: string): boolean {
  const [prefix = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return token === pattern;
  if (!token.startsWith(prefix)) return false;
  const suffix = rest.pop() ?? '';
  let position = prefix.length;
  for (const part of rest) {
    const partStart = token.indexOf(part, position);
    if (partStart < 0) return false;
    position = partStart + part.length;
  }
  return token.length - suffix.length >= position && token.endsWith(suffix);
}
