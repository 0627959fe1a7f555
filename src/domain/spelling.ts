/** Distinguishes texts that look alike: an order independent of any language, and invisible characters made visible. */
import { spellingTexts as texts } from '#texts/schema.ts';

/** Compares by code points, as the store orders texts; JavaScript's own order has the rarer planes before the end of the first. */
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

/** Matches spaces of another kind, controls, direction marks, fillers and other characters without a shape of their own. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;
/** Matches joiners and variation selectors within emoji and within scripts that are written with them. */
const JOINED =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\u{e0020}-\u{e007f}\p{scx=Arabic}\p{scx=Syriac}\p{scx=Devanagari}\p{scx=Bengali}\p{scx=Malayalam}\p{scx=Sinhala}\p{scx=Mongolian}]$/u;
const JOINERS = /\u200c|\u200d|\ufe0e|\ufe0f|[\u{e0020}-\u{e007f}]/u;
const KEYCAP = /^\ufe0f\u20e3/;
/** Matches a letter and a separate accent, where one letter that looks the same has both. */
const APART = /(\p{L})(\p{M})/gu;

/**
 * Makes invisible characters visible, so that no two different texts look the same because of a blank, a mark or an accent: blanks at the
 * ends and more than one in a row in words, everything else by its name or code, as in `Audit‹blank›`.
 */
export function toVisibleText(text: string): string {
  if (/^[!-~]+(?: [!-~]+)*$/.test(text)) return text;
  return text
    .replaceAll(APART, (pair, letter: string, mark: string) =>
      Array.from(pair.normalize('NFC')).length === 1 ? `${letter}${nameCharacter(mark)}` : pair,
    )
    .replaceAll(UNSEEN, (character, index: number, whole: string) => {
      const isPart = JOINERS.test(character) && JOINED.test(whole.slice(Math.max(0, index - 2), index));
      return isPart || KEYCAP.test(whole.slice(index, index + 2)) ? character : nameCharacter(character);
    })
    .replaceAll(/^ +| +$| {2,}/g, (blanks, index: number, whole: string) =>
      index === 0 || index + blanks.length === whole.length
        ? wrapInMarks(texts.blanks(blanks.length))
        : ` ${wrapInMarks(texts.blanks(blanks.length - 1))}`,
    );
}

function nameCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return wrapInMarks(names[character] ?? `U+${code}`);
}

const wrapInMarks = (words: string) => `\u2039${words}\u203a`;
