/** Makes texts safe for a terminal: they may hold anything a service sent or a file held, and a terminal obeys escape sequences. */

/** The text on one line, with each control and format character visible as U+FFFD. */
export function toPrintable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character === '\n' || character === '\t' ? ' ' : '\uFFFD',
  );
}

/** An equal JSON document without anything a terminal obeys: JSON itself leaves DEL and C1 unescaped. */
export function toPrintableJson(document: unknown): string {
  return JSON.stringify(document).replace(
    /[\u007F-\u009F]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
