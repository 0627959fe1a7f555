/** Reads response bodies without trusting them: a missing member reads as undefined. */
import type { Exchange } from './client.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function getMember(value: unknown, ...path: readonly string[]): unknown {
  let member = value;
  for (const name of path) member = isObject(member) && Object.hasOwn(member, name) ? member[name] : undefined;
  return member;
}

/** @returns those entries of the response's `results` that are objects. */
export function getRecords({ body }: Exchange): readonly JsonObject[] {
  const results = getMember(body, 'results');
  return Array.isArray(results) ? results.filter(isObject) : [];
}

export function getId(record: JsonObject): string {
  return String(record['id']);
}

export function getIds(exchange: Exchange): readonly string[] {
  return getRecords(exchange).map(getId);
}

export function getValue(record: JsonObject, property: string): unknown {
  return getMember(record, 'properties', property);
}

export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** Treats different JSON spellings of one value as equal: `"1.50"` and 1.5, or two forms of an unset value. */
export function isSameValue(left: unknown, right: unknown): boolean {
  if (!isSet(left) || !isSet(right)) return isSet(left) === isSet(right);
  const [a, b] = [String(left), String(right)];
  if (a === b) return true;
  const [x, y] = [Number(a), Number(b)];
  return a.trim() !== '' && b.trim() !== '' && !Number.isNaN(x) && x === y;
}

export function getCursor({ body }: Exchange): string | undefined {
  const after = getMember(body, 'paging', 'next', 'after');
  return typeof after === 'string' || typeof after === 'number' ? String(after) : undefined;
}

export function describe(exchange: Exchange): string {
  const { target, status, body } = exchange;
  const results = getMember(body, 'results');
  const total = getMember(body, 'total');
  const error = getMember(body, 'error');
  const parts = [
    ...(Array.isArray(results) ? [`${results.length} results`] : []),
    ...(total === undefined ? [] : [`total ${JSON.stringify(total)}`]),
    ...(error === undefined ? [] : [`error ${JSON.stringify(error)}`]),
  ];
  return [`${shorten(target)} → ${status}`, ...parts].join(', ');
}

const MAX_CHARACTERS = 120;

export function shorten(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}
