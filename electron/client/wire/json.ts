/** Parses JSON without losing a digit: a number stays its source text wherever JavaScript would print it differently. */
import type { z } from 'zod';

/** A JSON number as it was written, kept if a double would print differently: `1.10`, `-0`, or more digits than a double holds. */
export class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** For a plain number, `String()` gives its source text exactly, so that the text can be used instead of the value everywhere. */
export type Json = string | boolean | null | number | NumberText | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}
type PlainJson = z.core.util.JSONType;

/**
 * Limits the arrays, objects and commas of one text: a few kilobytes on the wire can unpack to millions of tiny values, each of which takes
 * a hundred times its characters in memory. An object, and a number kept as text, counts as three. A page of 200 records with a thousand
 * properties each stays below the limit.
 */
const MAX_VALUES = 250_000;

/** The extra count of an object, or of a number that is kept as text. */
const EXTRA_COUNT = 2;

/**
 * The maximum number of distinct property names in one text. The engine keeps a name permanently, and a name takes several times the memory of a value.
 */
const MAX_NAMES = 25_000;

/** Thrown when the text holds more values, or more different names, than the limits allow. */
export class TooManyValues extends Error {
  override readonly name = 'TooManyValues';
}

/** Deeper parts are kept as a string of their JSON text, so that no answer can exhaust the stack and nothing in it is lost. */
const MAX_DEPTH = 100;

/** TypeScript's library does not declare the third argument yet (ECMAScript 2026, "JSON.parse source text access"). */
function keepSource(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined) return value;
  return source.length <= LONGEST_PRINTED && String(value) === source ? value : new NumberText(source);
}

/** @throws SyntaxError when the text is not JSON · TooManyValues. */
export function parseJson(text: string): Json {
  // `JSON.parse` and its reviver define `__proto__` as an ordinary property: it is data and changes no prototype.
  const { folded, isPrintedSame } = scanText(text);
  // A reviver makes parsing five times slower, and for most answers it would keep every number as it is.
  const json: Json = isPrintedSame ? JSON.parse(folded) : JSON.parse(folded, keepSource);
  return json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText);
}

/** @returns an own member, never an inherited one. */
export function getOwnMember(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Writes the value as compact JSON text, with numbers as they were written. */
export function writeJson(value: Json): string {
  if (value instanceof NumberText) return value.text;
  if (typeof value === 'number') return String(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`)
    .join(',')}}`;
}

/** Converts the value for ordinary JavaScript: a number if a double holds it, else a string of its digits. */
export function toPlainJson(value: Json): PlainJson {
  if (value instanceof NumberText) return isExactInDouble(value.text) ? Number(value.text) : value.text;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(toPlainJson);
  // `fromEntries` defines properties instead of assigning them, so `__proto__` stays data here too.
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toPlainJson(member)]));
}

/** Checks that printing the nearest double gives the same number back. */
function isExactInDouble(text: string): boolean {
  const double = Number(text);
  return Number.isFinite(double) && normalizeDigits(text) === normalizeDigits(String(double));
}

/**
 * Writes a number's digits without leading or trailing zeros and without the sign of zero, plus the position of its decimal point. Equal numbers give
 * equal texts.
 */
function normalizeDigits(text: string): string {
  const [, sign = '', integer = '', fraction = '', exponent = '0'] =
    /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (integer + fraction).replace(/^0+/, '');
  const trimmed = digits.replace(/0+$/, '');
  if (trimmed === '') return '0';
  return `${sign}${trimmed}e${Number(exponent) - fraction.length + (digits.length - trimmed.length)}`;
}

/**
 * Scans the text once.
 * @returns the text, with each array or object below `MAX_DEPTH` replaced by a string of its text (the usual answer stays untouched), and
 * whether JavaScript prints every number as it is written.
 * @throws TooManyValues, SyntaxError.
 */
function scanText(text: string): { readonly folded: string; readonly isPrintedSame: boolean } {
  const parts: string[] = [];
  const names = new Set<string>();
  let isPrintedSame = true;
  let depth = 0;
  let values = 0;
  let partStart = 0;
  let deepStart = -1;
  let lastString = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      lastString = index;
      index = findStringEnd(text, index);
    } else if (code === COLON) {
      // Deeper content becomes one text and holds no values.
      if (deepStart < 0) names.add(text.slice(lastString, index));
      if (names.size > MAX_NAMES) throw new TooManyValues();
    } else if (code === MINUS || isDigit(code)) {
      const end = findNumberEnd(text, index);
      const isPrinted = isPrintedAsWritten(text, index, end);
      if (!isPrinted && deepStart < 0) values += EXTRA_COUNT;
      isPrintedSame &&= isPrinted;
      index = end - 1;
    } else if (code === COMMA) {
      if (deepStart < 0) values += 1;
    } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      if (deepStart < 0) values += code === OPEN_OBJECT ? 1 + EXTRA_COUNT : 1;
      if (values > MAX_VALUES) throw new TooManyValues();
      depth += 1;
      if (depth === MAX_DEPTH + 1) deepStart = index;
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      depth -= 1;
      if (depth === MAX_DEPTH && deepStart >= 0) {
        parts.push(text.slice(partStart, deepStart), JSON.stringify(text.slice(deepStart, index + 1)));
        partStart = index + 1;
        deepStart = -1;
      }
    }
  }
  if (values > MAX_VALUES) throw new TooManyValues();
  // A part that is never closed is not JSON, and parsing its depth could exhaust the stack.
  if (deepStart >= 0) throw new SyntaxError('Unbalanced brackets');
  return { folded: parts.length === 0 ? text : parts.join('') + text.slice(partStart), isPrintedSame };
}

const QUOTE = 0x22;
const MINUS = 0x2d;
const PLUS = 0x2b;
const COMMA = 0x2c;
const COLON = 0x3a;
const POINT = 0x2e;
const LETTER_E = 0x65;
const LOWER_CASE = 0x20;
const ZERO = 0x30;
const NINE = 0x39;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** @returns the index of the closing quote of the string that starts at `start`, or the text's end. */
function findStringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** @returns the index after the number that starts at `start`. */
function findNumberEnd(text: string, start: number): number {
  let end = start + 1;
  while (isNumberCharacter(text.charCodeAt(end))) end += 1;
  return end;
}

function isNumberCharacter(code: number): boolean {
  return isDigit(code) || code === POINT || code === MINUS || code === PLUS || (code | LOWER_CASE) === LETTER_E;
}

/** JavaScript never prints a number with more characters; `-0.0000012345678901234567` has this many. */
const LONGEST_PRINTED = 25;

/** Integers of at most this many digits are exact in a double and printed without an exponent. */
const PLAIN_DIGITS = 15;

/** Most numbers are short integers; only the others are printed by JavaScript for comparison. */
function isPrintedAsWritten(text: string, start: number, end: number): boolean {
  if (end - start <= PLAIN_DIGITS && hasOnlyDigits(text, start, end)) return true;
  if (end - start > LONGEST_PRINTED) return false;
  const source = text.slice(start, end);
  return String(Number(source)) === source;
}

/** A leading zero need not be checked, because the parser refuses such numbers. */
function hasOnlyDigits(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) if (!isDigit(text.charCodeAt(index))) return false;
  return true;
}
