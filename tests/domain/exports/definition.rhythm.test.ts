import { expect, test } from 'vitest';
import { listDue, findNextDay } from '#domain/exports/definition.ts';

test('every month on a day: a month without it has its last one', () => {
  const rhythm = { every: 'month', day: 31 } as const;
  const days = ['2026-01-15'];
  for (let at = 0; at < 4; at += 1) days.push(findNextDay(rhythm, days.at(-1) ?? ''));
  expect(days).toEqual(['2026-01-15', '2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
  expect(findNextDay({ every: 'month', day: 29 }, '2028-01-29')).toBe('2028-02-29');
});

test('every week on a weekday: from that weekday on it is the next one', () => {
  const rhythm = { every: 'week', weekday: 'monday' } as const;
  expect(findNextDay(rhythm, '2026-11-20')).toBe('2026-11-23');
  expect(findNextDay(rhythm, '2026-11-23')).toBe('2026-11-30');
});

test('due are the days since it was set, the first included, that no whole file has answered', () => {
  const rhythm = { every: 'month', day: 1 } as const;
  expect(listDue({ rhythm, since: '2026-11-02', doneFor: undefined }, '2026-11-30')).toEqual([]);
  expect(listDue({ rhythm, since: '2026-11-01', doneFor: undefined }, '2026-11-01')).toEqual(['2026-11-01']);
  expect(listDue({ rhythm, since: '2026-08-20', doneFor: '2026-09-01' }, '2026-12-31')).toEqual([
    '2026-10-01',
    '2026-11-01',
    '2026-12-01',
  ]);
  // A rhythm that was set anew asks for nothing of before.
  expect(listDue({ rhythm, since: '2026-12-05', doneFor: '2026-09-01' }, '2026-12-31')).toEqual([]);
});

test('years without a run list the latest days, not without end', () => {
  const due = listDue(
    { rhythm: { every: 'week', weekday: 'sunday' }, since: '2000-01-01', doneFor: undefined },
    '2026-11-22',
  );
  expect(due).toHaveLength(120);
  expect(due.at(-1)).toBe('2026-11-22');
});
