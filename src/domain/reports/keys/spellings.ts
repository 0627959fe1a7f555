/** The other spellings of a line's key, printed beside it. */
import { groupTexts as texts } from '#texts/reports/reports.ts';
import { visibleText } from '../../spelling.ts';
import { keyName } from './key-text.ts';
import type { ReportResult } from '../definition/report.ts';

type Key = string | null;

/** How many are printed beside a key; the rest is counted. Explain has them all. */
const MOST = 3;

/** @returns the other spellings of a key of the answer; empty where it has one. */
export function otherSpellings({
  spellings = [],
}: Pick<ReportResult, 'spellings'>): (name: string, key: Key) => string[] {
  const byGroup = new Map(
    [...Map.groupBy(spellings, ({ group }) => group)].map(([group, all]) => [
      group,
      new Map(all.map(({ key, others }) => [key, others])),
    ]),
  );
  return (name, key) => (key === null ? [] : (byGroup.get(keyName(name))?.get(key) ?? []));
}

/** `also AUDIT, audit`; empty where there is no other. */
export function alsoText(others: readonly string[]): string {
  if (others.length === 0) return '';
  const shown = others.slice(0, MOST).map(visibleText);
  return texts.also(shown, others.length - shown.length);
}
