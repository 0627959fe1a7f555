import { expect, test } from 'vitest';
import { explain, type ExplainContext } from '#domain/reports/explain/explain.ts';
import type { LinePlace } from '#domain/reports/explain/drill-down.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { reportSchema, type ReportInput, type ReportResult } from '#domain/reports/definition/report.ts';
import { defaultSettings } from '#domain/settings.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';

const OWNER = 'platform_owner_id';
const directory = directoryOf({
  owners: {
    a: { name: 'Ada', team: 'Tax', weeklyHours: '40' },
    b: { name: 'Ben', team: 'Tax', weeklyHours: '37.5', activeFrom: '2026-10-19' },
    c: { name: 'Cem', team: 'Audit', weeklyHours: null },
    d: { name: 'Dee', team: 'Audit', weeklyHours: '20', activeTo: '2026-09-30' },
  },
});
/** October 2026 has 22 weekdays; ten of them from Monday 19 October to Friday 30 October. */
const october = { text: '2026-10', from: '2026-10-01', to: '2026-10-31', calendar: 'recorded-month' as const };
const LEAVE = 'holidays and leave are not known and count as worked';

interface Asked {
  readonly report?: Partial<ReportInput>;
  readonly result?: Partial<ReportResult>;
  readonly place?: LinePlace;
  readonly today?: string | undefined;
  readonly directory?: ExplainContext['directory'];
}

function factsOf(id: string, { report, result, place = {}, ...more }: Asked) {
  const measure = findMeasure(id);
  if (!measure) throw new Error(`No measure ${id}`);
  const context: ExplainContext = {
    report: reportSchema.parse({ measures: [id], groupBy: [OWNER], ...report }),
    result: reportResult({ period: october, ...result }),
    settings: defaultSettings,
    directory: more.directory ?? directory,
    today: 'today' in more ? more.today : '2026-11-20',
  };
  const { facts } = explain(measure, place, context);
  return Object.fromEntries(facts.map(({ kind, text }) => [kind, text]));
}
const line = (owner: string | null, values: Record<string, string | null>) => ({
  key: { [OWNER]: owner },
  values,
  records: 1,
});

test('a gap alone says what it was taken from, and whose hours these are', () => {
  // 40 / 5 × 22 = 176, of which 30 are missing.
  const row = line('a', { gap_hours: '30' });
  expect(factsOf('gap_hours', { result: { rows: [row] }, place: { row } })).toMatchObject({
    parts: 'Expected hours 176.00, Logged hours of people with weekly hours 146.00',
    expected: `Ada 40 h a week, a fifth for each of 22 weekdays, 1–31 Oct 2026; ${LEAVE}`,
  });
});

test('of weekly hours that change within the days, both are told with their day', () => {
  const changing = directoryOf({ owners: { a: { name: 'Ada', weeklyHours: '40; 20 from 2026-10-15' } } });
  // Ten days of 8 hours, twelve of 4.
  const row = line('a', { expected_hours: '128' });
  const told = (result: Partial<ReportResult>) =>
    factsOf('expected_hours', { result, place: { row }, directory: changing }).expected;
  expect(told({ rows: [row] })).toBe(
    `Ada 40 h a week, a fifth for each of 22 weekdays, 1–31 Oct 2026; Ada 20 h from 15 Oct 2026; ${LEAVE}`,
  );
  const november = { ...october, text: '2026-11', from: '2026-11-02', to: '2026-11-06' };
  const after = line('a', { expected_hours: '20' });
  expect(told({ rows: [after], period: november })).toMatch(/^Ada 20 h a week, a fifth for each of 5 weekdays/);
});

test('of a week in a column only its days count, and of somebody who joined those from then on', () => {
  const column = (key: string) => ({ key, from: key, to: key, cut: false, complete: true, values: {}, records: 1 });
  const weeks = ['2026-09-28', '2026-10-12', '2026-10-19'].map(column);
  const row = { ...line('b', { gap_hours: '70' }), cells: { gap_hours: [null, null, '7.5'] } };
  const asked = { report: { columns: 'week' }, result: { rows: [row], columns: weeks } };
  expect(factsOf('gap_hours', { ...asked, place: { row, column: 2 } })).toMatchObject({
    parts: 'Expected hours 37.50, Logged hours of people with weekly hours 30.00',
    expected: `Ben 37.5 h a week, a fifth for each of 5 weekdays, 19–25 Oct 2026; ${LEAVE}`,
  });
  // Nothing was expected of Ben before; there is nothing to tell.
  expect(factsOf('gap_hours', { ...asked, place: { row, column: 1 } })).not.toHaveProperty('expected');
  expect(factsOf('gap_hours', { ...asked, place: { row } }).expected).toBe(
    `Ben 37.5 h a week, a fifth for each of 10 weekdays, 1–31 Oct 2026; ${LEAVE}`,
  );
});

test('a total says how many people it is of, and for whom fewer days count', () => {
  // 176 + 37.5 / 5 × 10 = 251.
  const total = { values: { expected_hours: '251' }, records: 9 };
  expect(factsOf('expected_hours', { result: { total } }).expected).toBe(
    `2 people with weekly hours, together 77.5 h a week, a fifth for each of 22 weekdays, 1–31 Oct 2026; Ben for 10 of them; ${LEAVE}`,
  );
  const filterGroups = [{ filters: [{ propertyName: OWNER, operator: 'EQ' as const, value: 'a' }] }];
  const ofAda = { values: { expected_hours: '176' }, records: 4 };
  expect(factsOf('expected_hours', { report: { filterGroups }, result: { total: ofAda } }).expected).toMatch(
    /^Ada 40 h/,
  );
});

test('of a running period the days up to yesterday count', () => {
  const total = { values: { gap_hours: '4' }, records: 9 };
  // Thursday 1 October and Friday 2 October.
  expect(factsOf('gap_hours', { result: { total }, today: '2026-10-03' })).toMatchObject({
    parts: 'Expected hours 16.00, Logged hours of people with weekly hours 12.00',
    expected: `Ada 40 h a week, a fifth for each of 2 weekdays, 1–2 Oct 2026; ${LEAVE}`,
  });
});

test('a utilisation says its billable hours where its digits tell them', () => {
  const row = line('a', { utilisation: '0.8125' });
  expect(factsOf('utilisation', { result: { rows: [row] }, place: { row } }).parts).toBe(
    'Billable hours of people with weekly hours 143.00, Expected hours 176.00',
  );
  // Half a step: eight digits of a share do not say whether it is printed up or down.
  const between = line('a', { utilisation: '0.81252841' });
  expect(factsOf('utilisation', { result: { rows: [between] }, place: { row: between } }).parts).toBe(
    'Expected hours 176.00',
  );
});

test('nothing is told that the answer does not bear out', () => {
  // Reckoned on another day, or of another directory.
  const other = { values: { expected_hours: '160', gap_hours: '4' }, records: 9 };
  expect(factsOf('gap_hours', { result: { total: other } })).not.toHaveProperty('expected');
  const total = { values: { gap_hours: '4' }, records: 9 };
  expect(factsOf('gap_hours', { result: { total }, today: undefined })).not.toHaveProperty('expected');
  expect(factsOf('gap_hours', { result: { total, period: null } })).not.toHaveProperty('expected');
  const rest = { ...line(null, { gap_hours: '4' }), folded: 3 };
  expect(factsOf('gap_hours', { result: { rows: [rest] }, place: { row: rest } })).not.toHaveProperty('expected');
  const nobody = line(null, { gap_hours: null });
  expect(factsOf('gap_hours', { result: { rows: [nobody] }, place: { row: nobody } })).not.toHaveProperty('expected');
  expect(factsOf('logged_hours', { result: { total } })).not.toHaveProperty('expected');
});
