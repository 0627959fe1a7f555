/** The other spellings of a line's key, printed beside it. */
import { groupTexts as texts } from '#texts/reports/reports.ts';
import { toVisibleText } from '#domain/spelling.ts';
import { toKeyName } from './key-text.ts';
import type { ReportResult } from '../definition/report.ts';

type Key = string | null;

/** So many are printed beside a key; the rest is counted. Explain has them all. */
const MOST = 3;

/** @returns the other spellings of a key of the answer; empty where it has one. */
export function createSpellingsLookup({
  spellings = [],
}: Pick<ReportResult, 'spellings'>): (name: string, key: Key) => string[] {
  const byGroup = new Map(
    [...Map.groupBy(spellings, ({ group }) => group)].map(([group, all]) => [
      group,
      new Map(all.map(({ key, others }) => [key, others])),
    ]),
  );
  return (name, key) => (key === null ? [] : (byGroup.get(toKeyName(name))?.get(key) ?? []));
}

/** Writes `also AUDIT, audit`; empty where there is no other spelling. */
export function formatOtherSpellings(others: readonly string[]): string {
  if (others.length === 0) return '';
  const printed = others.slice(0, MOST).map(toVisibleText);
  return texts.also(printed, others.length - printed.length);
}
