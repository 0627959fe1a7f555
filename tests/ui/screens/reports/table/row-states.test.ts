import { expect, test } from 'vitest';
import type { ReportNote } from '#domain/reports/definition/report.ts';
import { describeUnselected } from '#ui/screens/reports/table/row-states.ts';

const unread: ReportNote = { kind: 'unread-start', records: 1200, minutes: null };
const beside = (groupBy: string[], name: string, key: string | null = null, columns?: string) =>
  describeUnselected({ groupBy, columns }, name, key, { notes: [unread] });

test('a line or column “(no date)” says how many of its records no filter finds', () => {
  const said = '1,200 that no filter finds';
  expect(beside(['week'], 'week')).toBe(said);
  expect(beside([], 'week', null, 'week')).toBe(said);
});

test('a line “(no date)” of a report with two groups says nothing of them: the note counts the whole report’s', () => {
  expect(beside(['week', 'service_name'], 'week')).toBe('');
  expect(beside(['service_name', 'week'], 'week')).toBe('');
  expect(beside(['week'], 'week', null, 'service_name')).toBe('');
  expect(beside(['service_name'], 'week', null, 'week')).toBe('');
});

test('a line with a date, of something else than time, or where none is left out says nothing', () => {
  expect(beside(['week'], 'week', '2026-10-05')).toBe('');
  expect(beside(['service_name'], 'service_name')).toBe('');
  expect(describeUnselected({ groupBy: ['week'], columns: undefined }, 'week', null, { notes: [] })).toBe('');
});
