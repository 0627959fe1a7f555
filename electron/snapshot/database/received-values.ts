/**
 * Values kept as received, in one text column: a JSON object of texts, each the JSON that the service sent. Inside a text, values that the
 * store's JSON functions or JavaScript's numbers refuse (half an emoji, 1e400, thirty digits) are stored without loss.
 */
import { toShownText } from '../../../src/domain/received-text.ts';

/** TypeScript's library does not know it yet (ECMAScript 2026, "JSON.parse source text access"). */
declare global {
  interface JSON {
    rawJSON(text: string): object;
  }
}

/** @param values JSON texts by property name. @returns null when empty. */
export function keptText(values: ReadonlyMap<string, string>): string | null {
  if (values.size === 0) return null;
  // Written by hand: a name like `__proto__` is data.
  return `{${[...values].map(([name, received]) => `${JSON.stringify(keptName(name))}:${JSON.stringify(received)}`).join(',')}}`;
}

/** @param kept of declared properties. @returns JSON texts by property name. */
function readKept(kept: string): ReadonlyMap<string, string> {
  return new Map(toEntries(JSON.parse(kept)).map(([name, received]) => [name, String(received)]));
}

/** Received values as screens and files show them, by property name: a text as it is, anything else as the JSON that came. */
export function shownTexts(kept: string): ReadonlyMap<string, string> {
  return new Map([...readKept(kept)].map(([name, received]) => [name, shownText(received)]));
}

/** Only texts are parsed: digits and nesting stay as they came. */
function shownText(received: string): string {
  return received.startsWith('"') ? toShownText(JSON.parse(received)) : received;
}

/** Schema 1 kept the values themselves as JSON. @returns the same values as `keptText` writes them, numbers as they were written. */
export function keptTextOfSchema1(json: string): string | null {
  const keepDigits = (_name: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === 'number' && context?.source !== undefined ? JSON.rawJSON(context.source) : value;
  const values = toEntries(JSON.parse(json, keepDigits));
  return keptText(new Map(values.map(([name, value]) => [name, JSON.stringify(value)])));
}

/** A name as JSON writes it, without the quotes: a name that is not valid text for the store is written with escapes. */
function keptName(name: string): string {
  return JSON.stringify(name).slice(1, -1);
}

function toEntries(object: unknown): [string, unknown][] {
  if (typeof object !== 'object' || object === null) throw new TypeError('Kept values are an object');
  return Object.entries(object);
}
