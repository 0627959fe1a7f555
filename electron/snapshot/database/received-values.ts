/**
 * Stores received values in one text column: a JSON object of texts, each the JSON that the service sent. As texts, values that the
 * store's JSON functions or JavaScript's numbers cannot represent (half an emoji, 1e400, thirty digits) are stored without loss.
 */
import { formatReceived } from '#domain/record.ts';

/** TypeScript's library does not declare it yet (ECMAScript 2026, "JSON.parse source text access"). */
declare global {
  interface JSON {
    rawJSON(text: string): object;
  }
}

/** @param values JSON texts by property name. @returns null when empty. */
export function writeReceivedValues(values: ReadonlyMap<string, string>): string | null {
  if (values.size === 0) return null;
  // The object is written by hand, because a name like `__proto__` is data.
  return `{${[...values].map(([name, received]) => `${JSON.stringify(escapeName(name))}:${JSON.stringify(received)}`).join(',')}}`;
}

/** @param text the stored text of declared properties. @returns JSON texts by property name. */
function readReceivedValues(text: string): ReadonlyMap<string, string> {
  return new Map(toEntries(JSON.parse(text)).map(([name, received]) => [name, String(received)]));
}

/** Returns received values as screens and files show them, by property name: a text as it is, any other value as the received JSON. */
export function readDisplayTexts(text: string): ReadonlyMap<string, string> {
  return new Map([...readReceivedValues(text)].map(([name, received]) => [name, toDisplayText(received)]));
}

/** Parses only texts, so that the digits and nesting of other values stay as received. */
function toDisplayText(received: string): string {
  return received.startsWith('"') ? formatReceived(JSON.parse(received)) : received;
}

/**
 * Rewrites the text of schema 1, which stored the values themselves as JSON.
 * @returns the same values as `writeReceivedValues` writes them, with the digits of numbers unchanged
 */
export function rewriteSchema1Values(json: string): string | null {
  const keepDigits = (_name: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === 'number' && context?.source !== undefined ? JSON.rawJSON(context.source) : value;
  const values = toEntries(JSON.parse(json, keepDigits));
  return writeReceivedValues(new Map(values.map(([name, value]) => [name, JSON.stringify(value)])));
}

/** Writes a name as JSON does, without the quotes: a name that is not valid text for the store is written with escapes. */
function escapeName(name: string): string {
  return JSON.stringify(name).slice(1, -1);
}

function toEntries(object: unknown): [string, unknown][] {
  if (typeof object !== 'object' || object === null) throw new TypeError('Kept values are an object');
  return Object.entries(object);
}
