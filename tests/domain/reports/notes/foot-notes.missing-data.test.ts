import { expect, test } from 'vitest';
import { measures } from '#domain/reports/definition/measures.ts';
import { findMissingData } from '#domain/reports/notes/foot-notes.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';

type Answer = Pick<ReportResult, 'rows' | 'subtotals' | 'totals' | 'records' | 'notes'>;
type Values = Record<string, string | null>;

const line = (group: string | null, values: Values, records = 1) => ({ key: { client: group }, values, records });

function answer(rows: Answer['rows'], totals: Values, notes: Answer['notes'] = []): Answer {
  return { rows, subtotals: [], totals, records: rows.reduce((sum, each) => sum + each.records, 0), notes };
}

const report = (...measures: string[]) => ({ measures, groupBy: ['client'] });
const found = (measures: string[], result: Answer) =>
  findMissingData(report(...measures), result).map(({ ids, extent }) => ({ ids, extent }));

test('a figure that few lines have is told, one that most have is not', () => {
  const rows = [
    line('a', { billable_value: '1' }),
    line('b', { billable_value: null }),
    line('c', { billable_value: null }),
  ];
  expect(found(['billable_value'], answer(rows, { billable_value: '1' }))).toEqual([
    { ids: ['billable_value'], extent: 'most' },
  ]);
  expect(found(['billable_value'], answer(rows.slice(0, 2), { billable_value: '1' }))).toEqual([]);
});

test.for(measures.filter(({ unit }) => unit !== 'count').map(({ id }) => id))(
  'what %s lacks is told where no record has it',
  (id) => {
    const rows = [line('a', { [id]: null }), line('b', { [id]: null })];
    expect(found([id], answer(rows, { [id]: null }))).toEqual([{ ids: [id], extent: 'all' }]);
  },
);

test('one reason is told once, for all figures made from it', () => {
  const rows = [line('a', {}), line('b', {})];
  const totals = { expected_hours: null, gap_hours: null, utilisation: null };
  expect(found(Object.keys(totals), answer(rows, totals))).toEqual([
    { ids: ['expected_hours', 'gap_hours', 'utilisation'], extent: 'all' },
  ]);
});

test('most hours without a cost are told though every line has some', () => {
  const rows = [line('a', { margin: '5', logged_hours: '10' }), line('b', { margin: '5', logged_hours: '10' })];
  const totals = { margin: '10', logged_hours: '20' };
  const note = (minutes: string) => [{ kind: 'no-cost' as const, records: 3, minutes }];
  expect(found(['margin', 'logged_hours'], answer(rows, totals, note('660')))).toEqual([
    { ids: ['margin'], extent: 'most' },
  ]);
  expect(found(['margin', 'logged_hours'], answer(rows, totals, note('600')))).toEqual([]);
});

test('of one line alone nothing is told, and none of a line that only the compared period has', () => {
  const totals = { billable_value: '1' };
  expect(found(['billable_value'], answer([line('a', { billable_value: null })], totals))).toEqual([]);
  const gone = { ...line('b', { billable_value: null }, 0), before: { values: { billable_value: '2' }, records: 1 } };
  const rows = [line('a', { billable_value: '1' }), line('b', { billable_value: null }), gone];
  expect(found(['billable_value'], answer(rows, totals))).toEqual([]);
  // Without records on either side it is a line that lacks its figure.
  expect(found(['billable_value'], answer([...rows, line('c', { billable_value: null }, 0)], totals))).toEqual([
    { ids: ['billable_value'], extent: 'most' },
  ]);
});

test('a reason that explains one figure wholly and another mostly is told of all', () => {
  const rows = [line('a', { margin: '5' }), line('b', { margin: null }), line('c', { margin: null })];
  const measures = ['recorded_cost', 'margin'];
  expect(found(measures, answer(rows, { recorded_cost: null, margin: '5' }))).toEqual([
    { ids: measures, extent: 'all' },
  ]);
});

test('groups of which half of the records say nothing are not told', () => {
  const halves = [line('a', { records: '2' }, 2), line(null, { records: '2' }, 2)];
  expect(found(['records'], answer(halves, { records: '4' }))).toEqual([]);
});

test('groups of which most records say nothing', () => {
  expect(
    found(['records'], answer([line('a', { records: '2' }, 2), line(null, { records: '3' }, 3)], { records: '5' })),
  ).toEqual([{ ids: ['client'], extent: 'most' }]);
  expect(found(['records'], answer([line(null, { records: '3' }, 3)], { records: '3' }))).toEqual([
    { ids: ['client'], extent: 'all' },
  ]);
});

test('two currencies are no missing value', () => {
  const rows = [line('a', { billable_value: '1' }), line('b', { billable_value: '2' })];
  const mixed = [{ kind: 'mixed-currencies' as const, records: null, minutes: null }];
  expect(found(['billable_value'], answer(rows, { billable_value: null }, mixed))).toEqual([]);
  const own = (currency: string) => ({ currency, values: { billable_value: '1' } });
  const both = ['c', 'd', 'e'].map((key) => ({
    ...line(key, { billable_value: null }),
    amounts: [own('CHF'), own('EUR')],
  }));
  expect(found(['billable_value'], answer([...rows, ...both], { billable_value: null }, mixed))).toEqual([]);
  const one = answer([...rows, ...both], { billable_value: '3' }, mixed);
  expect(found(['billable_value'], one)).toEqual([]);
});
