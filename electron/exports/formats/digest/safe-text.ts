/** Texts of records among those of a mail: what is not seen, or turns what follows around, is printed as its code. */

const UNSEEN = /[\p{Cc}\p{Cs}\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/gu;

export function toSafeText(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, ' ').replaceAll(UNSEEN, (letter) => {
    const code = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `[U+${code}]`;
  });
}
