/** Reads answers without believing them: what is not there reads as nothing. */
import type { Exchange } from './wire.ts';

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @returns a member of a value that may be no object. */
export function member(value: unknown, ...path: readonly string[]): unknown {
  let at = value;
  for (const name of path) at = isFields(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return at;
}

/** @returns the objects among an answer's `results`. */
export function recordsIn({ body }: Exchange): readonly Fields[] {
  const results = member(body, 'results');
  return Array.isArray(results) ? results.filter(isFields) : [];
}

export function idOf(record: Fields): string {
  return String(record['id']);
}

export function idsIn(exchange: Exchange): readonly string[] {
  return recordsIn(exchange).map(idOf);
}

/** @returns a record's value of a property; undefined where it has none. */
export function valueIn(record: Fields, property: string): unknown {
  return member(record, 'properties', property);
}

export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** Whether two spellings on the wire stand for one value: `1.50` and 1.5, a text and a number, unset in any form. */
export function sameValue(left: unknown, right: unknown): boolean {
  if (!isSet(left) || !isSet(right)) return isSet(left) === isSet(right);
  const [a, b] = [String(left), String(right)];
  if (a === b) return true;
  const [x, y] = [Number(a), Number(b)];
  return a.trim() !== '' && b.trim() !== '' && !Number.isNaN(x) && x === y;
}

/** @returns the cursor of the next page as text; undefined where there is none. */
export function cursorIn({ body }: Exchange): string | undefined {
  const after = member(body, 'paging', 'next', 'after');
  return typeof after === 'string' || typeof after === 'number' ? String(after) : undefined;
}

/** @returns an exchange in a line, as evidence. */
export function describe(exchange: Exchange): string {
  const { target, status, body } = exchange;
  const results = member(body, 'results');
  const total = member(body, 'total');
  const error = member(body, 'error');
  const parts = [
    ...(Array.isArray(results) ? [`${results.length} results`] : []),
    ...(total === undefined ? [] : [`total ${JSON.stringify(total)}`]),
    ...(error === undefined ? [] : [`error ${JSON.stringify(error)}`]),
  ];
  return [`${shorten(target)} → ${status}`, ...parts].join(', ');
}

const LONGEST = 120;

export function shorten(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
