import { expect, test } from 'vitest';
import { pairBuckets, listElapsedSentences, listUnevenSentences } from '#domain/reports/keys/counterparts.ts';
import { writeMarked } from '#domain/locale-forms.ts';
import { findDimension } from '#domain/reports/definition/dimensions.ts';

const rule = { weekStart: 'monday', fiscalYearStart: 1 } as const;
const month = (text: string, to: string) => ({
  text,
  from: `${text}-01`,
  to: `${text}-${to}`,
  calendar: 'clock' as const,
});
const [august, september, october] = [month('2026-08', '31'), month('2026-09', '30'), month('2026-10', '31')];
const sentences = (by: string, own: typeof august, compared: typeof august) =>
  listUnevenSentences(
    [findDimension('client'), findDimension(by)].flatMap((each) => each ?? []),
    own,
    compared,
    rule,
  ).map((text) => writeMarked(text));

test('the first stands beside the first; a day that the shorter month lacks has no counterpart, and that is said', () => {
  const days = pairBuckets(september, august, 'day', rule);
  expect(days.pairs.get('2026-08-30')).toBe('2026-09-30');
  expect([days.alone, days.inLast, days.without]).toEqual([['2026-08-31'], [], []]);
  expect(sentences('day', september, august)).toEqual([
    '1–31 Aug 2026 has 31 days, 1–30 Sep 2026 has 30 days: Mon 31 Aug 2026 has no counterpart and gets a line of its own.',
  ]);
  expect(pairBuckets(october, september, 'day', rule).without).toEqual(['2026-10-31']);
  expect(sentences('day', october, september)).toEqual([
    '1–31 Oct 2026 has 31 days, 1–30 Sep 2026 has 30 days: Sat 31 Oct 2026 has no counterpart, so nothing is shown beside it.',
  ]);
});

test('a week that both months touch is never a line of two meanings: its earlier part is counted in the last line', () => {
  const weeks = pairBuckets(september, august, 'week', rule);
  expect([weeks.alone, weeks.inLast]).toEqual([[], ['2026-08-31']]);
  expect(weeks.pairs.get('2026-08-31')).toBe('2026-09-28');
  expect(sentences('week', september, august)).toEqual([
    '1–31 Aug 2026 has 6 weeks, 1–30 Sep 2026 has 5 weeks: W36 2026 (31 Aug – 6 Sep) of the compared period is counted in the line of W40 2026 (28 Sep – 4 Oct).',
  ]);
});

test('more elapsed days than the month before has at all are not called as many', () => {
  const february = month('2026-02', '28');
  const [sentence = ''] = listElapsedSentences(february, 29);
  expect([writeMarked(sentence), writeMarked(sentence, 'de-DE')]).toEqual([
    '29 days that have elapsed are compared with all 28 days of 1–28 Feb 2026: it has no more.',
    '29 days that have elapsed are compared with all 28 days of 01.02. – 28.02.2026: it has no more.',
  ]);
  expect(listElapsedSentences(february, 28)).toEqual([]);
  expect(listElapsedSentences(february, null)).toEqual([]);
});

test('of equal periods, and of groups that are no time, nothing is said', () => {
  expect(sentences('month', october, september)).toEqual([]);
  expect(sentences('team', october, september)).toEqual([]);
});
