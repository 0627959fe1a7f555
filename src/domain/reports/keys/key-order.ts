/** Orders a group's keys: time by its dates, everything else alphabetically by the name people read. */
import type { Directory } from '#domain/people/directory.ts';
import { findDimension, isDated } from '../definition/dimensions.ts';
import { formatKey } from './key-text.ts';

type Key = string | null;

/** Names are sorted in the language of the texts, not of the machine: a report has the same lines in the same order everywhere. */
const byName = new Intl.Collator('en', { numeric: true });

/** Unset keys come last in either direction, and equal names are sorted by key. @param sign -1 reverses the order */
export function createKeyOrder(name: string, directory: Directory, sign: 1 | -1 = 1): (a: Key, b: Key) => number {
  const texts = new Map<string, string>();
  const toText = (key: string) => {
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = formatKey(name, key, directory, { fiscalYearStart: 1 });
    texts.set(key, text);
    return text;
  };
  const dimension = findDimension(name);
  // Dates are written so that their texts sort in the order of time.
  const compare =
    dimension && isDated(dimension) ? () => 0 : (a: string, b: string) => byName.compare(toText(a), toText(b));
  return (a, b) => {
    if (a === b) return 0;
    if (a === null) return 1;
    if (b === null) return -1;
    return sign * (compare(a, b) || (a < b ? -1 : 1));
  };
}
