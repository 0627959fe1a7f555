/** Compares received JSON texts with what the app made of them: equal for equal values, however they are written. */
import { sameNumber } from './reckoning.ts';

/** Deeper than this the reader folds what it received into a text. */
const DEEP = 90;
export const isDeep = (json: string) => (json.match(/[[{]/g)?.length ?? 0) > DEEP;

/** A number is one, or its digits where no double holds it. */
export function isReceived(json: string, value: unknown): boolean {
  if (isDeep(json)) return value !== undefined;
  return canonical(JSON.parse(json, keepSource)) === canonical(value);
}

const keepSource = (_name: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' ? { number: sameNumber(context?.source ?? '') } : value;

/** Equal for equal values, numbers and texts of their digits alike. */
function canonical(value: unknown): string {
  if (typeof value === 'number') return canonical(String(value));
  if (typeof value === 'string') {
    const isNumber = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value);
    return JSON.stringify(isNumber ? sameNumber(value) : value);
  }
  if (value === null || typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if ('number' in value && typeof value.number === 'string') return JSON.stringify(value.number);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(',')}}`;
}

/** The same JSON but for how texts are escaped. */
export function sameJson(a: string, b: string): boolean {
  if (!/^[[{"tf]/.test(a)) return false;
  return canonical(JSON.parse(a, keepSource)) === canonical(JSON.parse(b, keepSource));
}
