/** Distinguishes similar-looking texts: an order independent of language, and visible forms of invisible characters. */
import { spellingTexts as texts } from '#texts/schema.ts';

/** Compares by code points like the store; JavaScript compares by UTF-16 units, which order supplementary characters differently. */
export function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0;
  const [left, right] = [Array.from(a), Array.from(b)];
  const position = left.findIndex((letter, index) => letter !== right[index]);
  if (position < 0) return -1;
  return (left[position]?.codePointAt(0) ?? 0) - (right[position]?.codePointAt(0) ?? -1);
}

const names: Readonly<Record<string, string>> = {
  '\t': 'TAB',
  '\n': 'LF',
  '\r': 'CR',
  '\u00a0': 'NBSP',
  '\u00ad': 'SHY',
  '\u200b': 'ZWSP',
  '\u200c': 'ZWNJ',
  '\u200d': 'ZWJ',
  '\u200e': 'LRM',
  '\u200f': 'RLM',
  '\u202f': 'NNBSP',
  '\ufeff': 'BOM',
};

/** Matches unusual spaces, controls, direction marks, fillers and other invisible characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;
/** Matches the end of an emoji, or of text in a script that uses joiners and variation selectors. */
const JOINED =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\u{e0020}-\u{e007f}\p{scx=Arabic}\p{scx=Syriac}\p{scx=Devanagari}\p{scx=Bengali}\p{scx=Malayalam}\p{scx=Sinhala}\p{scx=Mongolian}]$/u;
const JOINERS = /\u200c|\u200d|\ufe0e|\ufe0f|[\u{e0020}-\u{e007f}]/u;
const KEYCAP = /^\ufe0f\u20e3/;
/** Matches a letter with a separate accent, which may look the same as a composed letter. */
const APART = /(\p{L})(\p{M})/gu;

/**
 * Makes invisible characters visible, so that texts that differ in a blank, a mark or an accent do not look the same. Blanks at the ends and
 * repeated blanks are described, everything else is shown by name or code, as in `Audit‹blank›`.
 */
export function toVisibleText(text: string): string {
  if (/^[!-~]+(?: [!-~]+)*$/.test(text)) return text;
  return text
    .replaceAll(APART, (pair, letter: string, mark: string) =>
      Array.from(pair.normalize('NFC')).length === 1 ? `${letter}${nameCharacter(mark)}` : pair,
    )
    .replaceAll(UNSEEN, (character, index: number, fullText: string) => {
      const isPart = JOINERS.test(character) && JOINED.test(fullText.slice(Math.max(0, index - 2), index));
      return isPart || KEYCAP.test(fullText.slice(index, index + 2)) ? character : nameCharacter(character);
    })
    .replaceAll(/^ +| +$| {2,}/g, (blanks, index: number, fullText: string) =>
      index === 0 || index + blanks.length === fullText.length
        ? wrapInMarks(texts.blanks(blanks.length))
        : ` ${wrapInMarks(texts.blanks(blanks.length - 1))}`,
    );
}

function nameCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return wrapInMarks(names[character] ?? `U+${code}`);
}

const wrapInMarks = (words: string) => `\u2039${words}\u203a`;
