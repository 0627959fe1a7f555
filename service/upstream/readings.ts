/**
 * Reads a stored value or a filter's operand as the upstream does, by property type; written independently of the app's own reading, so
 * that each checks the other.
 */
import type { PropertyType } from '../../src/domain/properties.ts';
import type { WireValue } from './upstream.ts';
import { DAY } from '../day.ts';

/** A comparable reading: folded text, or a number or moment as an integer. `undefined`: set, but not readable as this type. */
export type Reading = string | bigint | number | undefined;

const NUMBER = /^([+-]?)(\d+\.?\d*|\.\d+)(?:e([+-]?\d{1,3}))?$/i;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;
const EPOCH = /^-?\d{1,16}$/;
const DECIMALS = 8;

/** Missing, null and the empty text are all "unset". */
export function isUnset(value: WireValue): value is null | undefined | '' {
  return value === undefined || value === null || value === '';
}

/** Another spelling of an id's number ("0099") is another identifier, which no record has. */
export function isCanonicalId(text: string): boolean {
  return /^(0|[1-9]\d{0,14})$/.test(text);
}

/** Texts whose letters fold one by one anyway: nearly all, and some thirty times faster. */
// oxlint-disable-next-line no-control-regex -- all of ASCII
const PLAIN = /^[\u0000-\u007f]*$/;

/** Text as it is compared: regardless of case. */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  // Letter by letter: in a whole text the last sigma of a word would get another lower case than the others.
  return Array.from(text, (letter) => Array.from(letter.toLowerCase())[0]).join('');
}

/** @returns the number in hundred-millionths, rounded half-even beyond 8 decimals; undefined if it is none. */
export function readNumber(text: string): bigint | undefined {
  const match = NUMBER.exec(text.trim());
  if (!match) return undefined;
  const [, sign = '', digits = '', exponent = '0'] = match;
  const point = digits.indexOf('.');
  const decimals = point < 0 ? 0 : digits.length - point - 1;
  const shift = DECIMALS + Number(exponent) - decimals;
  const units = shiftDecimal(BigInt(digits.replace('.', '')), shift);
  return sign === '-' ? -units : units;
}

function shiftDecimal(magnitude: bigint, shift: number): bigint {
  if (shift >= 0) return magnitude * 10n ** BigInt(shift);
  const divisor = 10n ** BigInt(-shift);
  const floor = magnitude / divisor;
  const twice = (magnitude - floor * divisor) * 2n;
  return twice > divisor || (twice === divisor && (floor & 1n) === 1n) ? floor + 1n : floor;
}

/** @returns epoch milliseconds of an ISO time, a plain date or milliseconds in a text; undefined if it is none of them. */
export function readMoment(text: string): number | undefined {
  const trimmed = text.trim();
  if (EPOCH.test(trimmed)) return Number(trimmed);
  if ((!DATE.test(trimmed) && !MOMENT.test(trimmed)) || !isCalendarDay(trimmed.slice(0, 10))) return undefined;
  const moment = Date.parse(trimmed);
  return Number.isNaN(moment) ? undefined : moment;
}

/** Guards against 2026-02-30 being read as the second of March. */
function isCalendarDay(date: string): boolean {
  return new Date(Date.parse(date)).getUTCDate() === Number(date.slice(8));
}

/** @returns epoch milliseconds of the UTC midnight of that day: a date property has only days. */
export function readDay(text: string): number | undefined {
  const moment = readMoment(text);
  return moment === undefined ? undefined : Math.floor(moment / DAY) * DAY;
}

function readBoolean(text: string): string | undefined {
  const folded = fold(text.trim());
  return folded === 'true' || folded === 'false' ? folded : undefined;
}

/** Reads a text (a stored value's or an operand's) as a type. */
export function read(type: PropertyType, text: string): Reading {
  switch (type) {
    case 'string':
      return fold(text);
    case 'enumeration':
      return text;
    case 'boolean':
      return readBoolean(text);
    case 'number':
      return readNumber(text);
    case 'date':
      return readDay(text);
    case 'datetime':
      return readMoment(text);
  }
}

const TOKENS = /[\p{L}\p{N}]+/gu;
const WORDS = /[\p{L}\p{N}*]+/gu;

/** @returns the runs of letters and digits of a text, folded. */
export function tokenize(text: string): readonly string[] {
  return fold(text).match(TOKENS) ?? [];
}

/** @returns one test for each word of a CONTAINS_TOKEN operand; `*` stands for anything inside a token. */
export function wordTests(operand: string): readonly ((token: string) => boolean)[] {
  return (fold(operand).match(WORDS) ?? []).map((word) => {
    const pieces = word.split(/\*+/);
    return pieces.length === 1 ? (token: string) => token === word : (token: string) => hasInOrder(token, pieces);
  });
}

/** Takes each piece at its first place: a regular expression would try all of them, for hours on one long token. */
function hasInOrder(token: string, pieces: readonly string[]): boolean {
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  const end = token.length - last.length;
  if (end < first.length || !token.startsWith(first) || !token.endsWith(last)) return false;
  let from = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const at = token.indexOf(piece, from);
    if (at < 0 || at + piece.length > end) return false;
    from = at + piece.length;
  }
  return true;
}
