/** Reads JSON without losing a digit: a number stays its source text until someone decides what it is. */
import type { z } from 'zod';

/** A JSON number as it was written. */
export class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Json = string | boolean | null | NumberText | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}
type PlainJson = z.core.util.JSONType;

/** Deeper parts are kept as a string of their JSON text: no answer can exhaust the stack, and nothing in it vanishes. */
const MOST_DEPTH = 100;

/** TypeScript's library does not know the third argument yet (ECMAScript 2026, "JSON.parse source text access"). */
function keepSource(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' ? new NumberText(context?.source ?? String(value)) : value;
}

/** @throws SyntaxError when the text is not JSON. */
export function parseJson(text: string): Json {
  // `JSON.parse` and its reviver define `__proto__` as an ordinary property: it is data and changes no prototype.
  const json: Json = JSON.parse(foldDeepParts(text), keepSource);
  return json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText);
}

/** @returns an own member, never an inherited one. */
export function member(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The value as compact JSON text, numbers as they were written. */
export function writeJson(value: Json): string {
  if (value instanceof NumberText) return value.text;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  return `{${Object.entries(value)
    .map(([name, each]) => `${JSON.stringify(name)}:${writeJson(each)}`)
    .join(',')}}`;
}

/** The value for ordinary JavaScript: a number if a double holds it, else its digits in a string. */
export function plainJson(value: Json): PlainJson {
  if (value instanceof NumberText) return doubleHolds(value.text) ? Number(value.text) : value.text;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(plainJson);
  // `fromEntries` defines properties instead of assigning them, so `__proto__` stays data here too.
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plainJson(each)]));
}

/** Whether printing the nearest double gives the same number back. */
function doubleHolds(text: string): boolean {
  const double = Number(text);
  return Number.isFinite(double) && sameDigits(text) === sameDigits(String(double));
}

/** A number's digits without sign of zero, leading or trailing zeros, and where its point stands: equal for equal numbers. */
function sameDigits(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const trimmed = digits.replace(/0+$/, '');
  if (trimmed === '') return '0';
  return `${sign}${trimmed}e${Number(exponent) - fraction.length + (digits.length - trimmed.length)}`;
}

/** Replaces each array or object below `MOST_DEPTH` by a string of its text; the usual answer is returned untouched. */
function foldDeepParts(text: string): string {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  let deepStart = -1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      depth += 1;
      if (depth === MOST_DEPTH + 1) deepStart = at;
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      depth -= 1;
      if (depth === MOST_DEPTH && deepStart >= 0) {
        parts.push(text.slice(from, deepStart), JSON.stringify(text.slice(deepStart, at + 1)));
        from = at + 1;
        deepStart = -1;
      }
    }
  }
  // Never closed: not JSON at all, and the parser must not be led into its depth.
  if (deepStart >= 0) throw new SyntaxError('Unbalanced brackets');
  return parts.length === 0 ? text : parts.join('') + text.slice(from);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** @returns where the string that starts at `start` ends: its closing quote, or the text's end. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
