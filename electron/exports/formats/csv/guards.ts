/** Changes texts so that no spreadsheet takes them for something else: 0038 in docs/decisions says how each is changed, and why so. */
import type { ExportOptions } from '../../../../src/domain/exports/options.ts';
import { isValueLike } from '../../../../src/domain/tables/value-like.ts';

/** What a spreadsheet may run as a formula at the start of a cell, full-width forms and leading blanks included. */
const FORMULA_START = /^(\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/;

/**
 * The same where a program that reads the file by another separator starts a cell: after each of these and after each line, since quotes in
 * the middle of a cell mean nothing to it. A dash there usually marks a list: it counts as a formula only where it could call something.
 */
const innerStarts: Readonly<Record<ExportOptions['separator'], RegExp>> = {
  comma: startsAfter(';\t\r\n'),
  semicolon: startsAfter(',\t\r\n'),
  tab: startsAfter(',;\r\n'),
};

function startsAfter(characters: string): RegExp {
  return new RegExp(
    `([${characters}])(?=[ "\\u00A0]*(?:[=@\\uFF1D\\uFF20]|[+\\-\\uFF0B\\uFF0D][^;,\\t\\r\\n]*[(|!]))`,
    'g',
  );
}

/** No spreadsheet holds these: it ends the text there, leaves them out, or loses the cell. */
// eslint-disable-next-line no-control-regex -- they are what it looks for
const UNHELD = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const CONTROL_PICTURES = 0x2400;

/** Spreadsheets take no longer text in a formula. */
const LONGEST_LITERAL = 255;

const BLANK = String.raw`[\s\x{0B}\x{FEFF}\p{Z}]`;
const INK = String.raw`[^\s\x{0B}\x{FEFF}\p{Z}-]`;
const SIGN = String.raw`[=+\-@\x{FF1D}\x{FF0B}\x{FF0D}\x{FF20}]`;
const VALUE = String.raw`[\p{Nd}\p{L}\p{M}\p{Sc}\p{Zs}\t\r\n.,:;'\x{2019}\x{B7}/\\()+\-\x{2212}%\x{2030}_]`;

/**
 * Tells which texts may be changed here, whatever the separator: in the regular expressions of RE2, which know no looking ahead. More may
 * match than are changed, never fewer.
 */
export const suspects = {
  /** A formula at the start or further on, what no spreadsheet holds, a word alone, an error. */
  any: [
    `^${BLANK}*${SIGN}`,
    String.raw`^[\t\r\n]`,
    String.raw`[;,\t\r\n][ "\x{A0}]*${SIGN}`,
    String.raw`[\x{00}-\x{08}\x{0B}\x{0C}\x{0E}-\x{1F}\x{FFFE}\x{FFFF}]`,
    String.raw`^${BLANK}*[\p{L}\p{M}]+${BLANK}*$`,
    `^${BLANK}*#`,
  ].join('|'),
  /** Digits among nothing but what stands in numbers and dates … */
  values: String.raw`^${BLANK}*${VALUE}*\p{Nd}${VALUE}*${BLANK}*$`,
  /** … but plain whole numbers, and what is written as record ids are. */
  harmless: `^(0|[1-9][0-9]{0,10})$|${INK} +-- +${INK}`,
  /** A record id as most are: harmless, and nothing of `any`. */
  plain: '^[0-9]+ -- [0-9][0-9 .:-]*$',
};

export interface Guards {
  /** @param isFirst of its line */
  text(text: string, isFirst: boolean): string;
  /** A JSON object: it stays the same JSON. */
  json(text: string): string;
}

export function guardsFor(separator: ExportOptions['separator']): Guards {
  const inner = innerStarts[separator];
  const guardFormula = (text: string) => {
    const harmless = text.replace(inner, "$1'");
    return FORMULA_START.test(text) ? `'${harmless}` : harmless;
  };
  return {
    text(given, isFirst) {
      const text = given.replace(UNHELD, toPicture);
      if (FORMULA_START.test(text) || !isValueLike(text)) return guardFormula(text);
      // Read by another separator, a line is one cell as far as the next of those: there it would be the start of a formula.
      const isLiteral = !isFirst && text.length <= LONGEST_LITERAL && !/[\t\r\n]/.test(text);
      return isLiteral ? `="${text}"` : `'${guardFormula(text)}`;
    },
    json: (text) =>
      guardFormula(text.replace(inner, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)),
  };
}

function toPicture(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(CONTROL_PICTURES + code) : '\uFFFD';
}
