/**
 * Orders the keys of a group, and finds keys that a filter selects together, because they share a line. Texts are compared regardless of case
 * (blanks count, as in filters), everything else exactly.
 */
import { chooseComparison } from '#domain/filter/operand.ts';
import { foldCase } from '#domain/filter/text.ts';
import { toObjectKey, parseObjectKey, type Directory } from '#domain/people/directory.ts';
import { findDimension, type Dimension, isDated } from '../definition/dimensions.ts';
import { formatKey } from './key-text.ts';

/** @returns undefined if keys have only one spelling */
export function findKeyFolding(dimension: Dimension): ((key: string) => string) | undefined {
  switch (dimension.kind) {
    case 'client':
    case 'team':
      return foldCase;
    case 'object':
      return foldObject;
    case 'property':
      return chooseComparison(dimension.property) === 'string' ? foldCase : undefined;
    case 'time':
      return undefined;
  }
}

/** Folds only the id, because an object's type is an enumeration, which is compared exactly. */
function foldObject(key: string): string {
  const { type, id } = parseObjectKey(key);
  return toObjectKey(type, foldCase(id));
}

/** Returns whether two keys of a group have the same line. @param name the dimension's name */
export function isSameKey(name: string, a: string | null, b: string | null): boolean {
  if (a === b) return true;
  const dimension = findDimension(name);
  const fold = dimension && findKeyFolding(dimension);
  return fold !== undefined && a !== null && b !== null && fold(a) === fold(b);
}

type Key = string | null;

/** Names are ordered in the language of the texts, not of the machine, so that a report has the same order everywhere. */
const byName = new Intl.Collator('en', { numeric: true });

/**
 * Creates the order of a group's keys: time by date, everything else alphabetically by displayed name. Unset keys come last in either
 * direction, and equal names are ordered by key.
 * @param sign -1 to reverse the order
 */
export function createKeyOrder(name: string, directory: Directory, sign: 1 | -1 = 1): (a: Key, b: Key) => number {
  const texts = new Map<string, string>();
  const toText = (key: string) => {
    const cachedText = texts.get(key);
    if (cachedText !== undefined) return cachedText;
    const text = formatKey(name, key, directory, { fiscalYearStart: 1 });
    texts.set(key, text);
    return text;
  };
  const dimension = findDimension(name);
  // The texts of dates sort in order of time.
  const compare =
    dimension && isDated(dimension) ? () => 0 : (a: string, b: string) => byName.compare(toText(a), toText(b));
  return (a, b) => {
    if (a === b) return 0;
    if (a === null) return 1;
    if (b === null) return -1;
    return sign * (compare(a, b) || (a < b ? -1 : 1));
  };
}
