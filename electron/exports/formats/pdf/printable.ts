/** Makes texts printable: what the fonts have no shape for becomes its code in brackets, and is counted. */

export interface Printable {
  /** Line ends stay, all of one kind. */
  (text: string): string;
}

export interface Printing {
  readonly toPrintable: Printable;
  /** Codes of the characters without a shape, in order: `U+4E2D`. */
  missing(): readonly string[];
}

const FIRST_PRINTABLE = 0x20;
/** Reorder the text around them: a name could be made to read as another. */
const reordering = /[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]/u;
/** Only choose between shapes of the character before, or join two: without them the same characters stay. */
const choosing = /[\uFE00-\uFE0F\u200C\u200D]/gu;
const PLAIN = /^[\x20-\x7E]*$/;

/** @param has whether every face has a shape for a code point */
export function startPrinting(has: (codePoint: number) => boolean): Printing {
  const missing = new Set<number>();
  const toPrintable = (text: string) => {
    if (PLAIN.test(text)) return text;
    const oneKind = text.replaceAll(/\r\n|[\r\u0085\u2028\u2029\v\f]/gu, '\n').replaceAll('\t', ' ');
    let printed = '';
    for (const character of oneKind.replaceAll(choosing, '')) {
      const codePoint = character.codePointAt(0) ?? 0;
      if (character === '\n' || isPrintable(codePoint, character, has)) printed += character;
      else {
        missing.add(codePoint);
        printed += `[${toCode(codePoint)}]`;
      }
    }
    return printed;
  };
  return { toPrintable, missing: () => [...missing].toSorted((a, b) => a - b).map(toCode) };
}

function isPrintable(codePoint: number, character: string, has: (codePoint: number) => boolean): boolean {
  if (codePoint < FIRST_PRINTABLE || reordering.test(character) || !has(codePoint)) return false;
  // Setting takes some characters apart, and then needs the shapes of their parts.
  const parts = character.normalize('NFC');
  return parts === character || Array.from(parts).every((part) => has(part.codePointAt(0) ?? 0));
}

const toCode = (codePoint: number) => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
