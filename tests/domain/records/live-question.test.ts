/** What is asked of the service selects the records that the same view selects here. */
import { array, assert, constantFrom, date, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { checkFilterGroups } from '#domain/filter/check.ts';
import { toLiveQuery } from '#domain/records/live-question.ts';
import { createMatcher } from '#domain/filter/match.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import { resolvePeriod } from '#domain/time/period.ts';
import { recordOf } from '#tests/support/worlds/records.ts';

const context = { today: '2026-11-20', weekStart: 'monday', recordedWeeks: 'monday', fiscalYearStart: 4 } as const;
const zone = 'Europe/Berlin';

function period(text: string) {
  const resolved = resolvePeriod(text, context);
  return resolved.ok ? resolved.value : expect.fail(text);
}

const days = { noInvalidDate: true, min: new Date('2026-09-20'), max: new Date('2026-11-10') };
const day = (moment: Date) => moment.toISOString().slice(0, 10);
const groups: readonly FilterGroups[] = [
  [],
  [{ filters: [{ propertyName: 'total_minutes', operator: 'GT', value: '30' }] }],
  [
    { filters: [{ propertyName: 'total_minutes', operator: 'GT', value: '30' }] },
    { filters: [{ propertyName: 'title', operator: 'EQ', value: 'audit' }] },
  ],
];

test('a period is the filter that selects the same records, in each group', () => {
  const records = array(
    record({
      month: date(days),
      week: date(days),
      start: date(days),
      minutes: constantFrom('20', '40'),
      title: constantFrom('Audit', 'Review'),
    }),
    { minLength: 1, maxLength: 20 },
  );
  // By recorded month, by recorded week, by start time across the end of summer time.
  const periods = constantFrom('2026-10', '2026-W41', '2026-10-20..2026-10-25', '2026-10-25', 'all');
  assert(
    property(records, periods, constantFrom(...groups), (given, written, filterGroups) => {
      const asked = written === 'all' ? undefined : period(written);
      const checked = checkFilterGroups(filterGroups);
      if (!checked.ok) throw new Error('The groups are valid');
      const live = toLiveQuery({ filterGroups: checked.value, query: '', sort: [], period: asked, zone });
      const sent = checkFilterGroups(live.filterGroups);
      if (!sent.ok) throw new Error('The question is valid');
      const here = createMatcher({ filterGroups: checked.value, query: '', period: asked, zone });
      const there = createMatcher({ filterGroups: sent.value, query: '', zone });
      for (const { month, week, start, minutes, title } of given) {
        const each = recordOf('1', {
          month_year: day(month),
          week_year: day(week),
          first_start_date: start.toISOString(),
          total_minutes: minutes,
          title,
        });
        expect(there(each)).toBe(here(each));
      }
    }),
  );
});

test('what the service does not know is left out, or becomes its own free text', () => {
  const filterGroups: FilterGroups = [
    {
      filters: [
        { propertyName: 'title', operator: 'EQ', value: 'audit' },
        { propertyName: 'search', operator: 'FINDS', value: 'horvath review' },
      ],
    },
  ];
  const asked = toLiveQuery({
    filterGroups,
    query: 'old',
    sort: [
      { propertyName: 'client', direction: 'ASCENDING' },
      { propertyName: 'title', direction: 'DESCENDING' },
    ],
    period: undefined,
    zone,
  });
  expect(asked).toEqual({
    filterGroups: [{ filters: [{ propertyName: 'title', operator: 'EQ', value: 'audit' }] }],
    query: 'horvath review old',
    sort: { propertyName: 'title', direction: 'DESCENDING' },
  });
});
