/** Makes texts safe for a terminal, which would run escape sequences in a text from a service or a file. */

/** Writes the text on one line, with each control and format character visible as U+FFFD. */
export function toPrintable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character === '\n' || character === '\t' ? ' ' : '\uFFFD',
  );
}

/** Escapes DEL and the C1 characters, which JSON leaves unescaped and a terminal runs. */
export function toPrintableJson(document: unknown): string {
  return JSON.stringify(document).replace(
    /[\u007F-\u009F]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
