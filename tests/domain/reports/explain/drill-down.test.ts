import { describe, expect, test } from 'vitest';
import { drillDown, type DrilledReport, type LinePlace } from '#domain/reports/explain/drill-down.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';

type Drilled = Pick<ReportResult, 'rows' | 'subtotals' | 'columns' | 'period' | 'calendar' | 'zone'> &
  Partial<Pick<ReportResult, 'notes'>>;

const report: DrilledReport = { filterGroups: [], query: '', columns: undefined };
const result: Drilled = {
  rows: [],
  subtotals: [],
  columns: [],
  period: null,
  calendar: 'recorded',
  zone: 'Europe/Berlin',
};

function filtersOf(place: LinePlace, more: Partial<Drilled> = {}, asked: Partial<DrilledReport> = {}) {
  return drillDown({ ...report, ...asked }, { ...result, ...more }, place).filterGroups.map(({ filters }) =>
    filters.map(({ propertyName, operator, value, highValue, values }) =>
      [propertyName.replace('a552213_', ''), operator, value ?? values, highValue].filter((each) => each !== undefined),
    ),
  );
}

const row = (key: Record<string, string | null>, folded?: number) => ({
  key,
  values: {},
  records: 1,
  ...(folded !== undefined && { folded }),
});

describe('a line', () => {
  test('the total of everything needs no filter', () => {
    expect(drillDown(report, result, {})).toEqual({ filterGroups: [], query: '', period: undefined });
  });

  test('its groups join every alternative of the report’s own filter', () => {
    const own = [
      { filters: [{ propertyName: 'title', operator: 'HAS_PROPERTY' as const }] },
      { filters: [{ propertyName: 'toggle', operator: 'EQ' as const, value: 'true' }] },
    ];
    expect(filtersOf({ row: row({ client: 'Acme', object: 'deal:7' }) }, {}, { filterGroups: own })).toEqual([
      [
        ['title', 'HAS_PROPERTY'],
        ['client', 'EQ', 'Acme'],
        ['assoc_obj_type', 'EQ', 'deal'],
        ['assoc_record_id', 'EQ', '7'],
      ],
      [
        ['toggle', 'EQ', 'true'],
        ['client', 'EQ', 'Acme'],
        ['assoc_obj_type', 'EQ', 'deal'],
        ['assoc_record_id', 'EQ', '7'],
      ],
    ]);
  });

  test('what cannot be read is in the line without a key: none of all others, where something is unreadable', () => {
    const rows = [row({ a552213_service_name: 'Audit' }), row({ a552213_service_name: null })];
    const notes = [{ kind: 'unreadable' as const, records: 1, minutes: null }];
    const line = { row: row({ a552213_service_name: null }) };
    expect(filtersOf(line, { rows })).toEqual([[['service_name', 'NOT_HAS_PROPERTY']]]);
    expect(filtersOf(line, { rows, notes })).toEqual([[['service_name', 'NOT_IN', ['Audit']]]]);
    const objects = [row({ object: 'deal:7' }), row({ object: 'deal:8' }), row({ object: null })];
    expect(filtersOf({ row: row({ object: null }) }, { rows: objects, notes })).toEqual([
      [['assoc_obj_type', 'NOT_IN', ['deal']]],
      [['assoc_record_id', 'NOT_IN', ['7', '8']]],
    ]);
    // Nothing else is there: everything that was counted is in this line.
    expect(
      drillDown(report, { ...result, rows: [row({ a552213_service_name: null })], notes }, line).filterGroups,
    ).toEqual([]);
  });

  test('unset is not set; an object is unset where its type or its id is', () => {
    expect(filtersOf({ row: row({ client: null }) })).toEqual([[['client', 'NOT_HAS_PROPERTY']]]);
    expect(filtersOf({ row: row({ object: null }) })).toEqual([
      [['assoc_obj_type', 'NOT_HAS_PROPERTY']],
      [['assoc_record_id', 'NOT_HAS_PROPERTY']],
    ]);
  });

  test('the rest beyond the top is none of what is shown, and keeps its inner group', () => {
    const rows = [row({ team: 'A', client: 'X' }), row({ team: null, client: 'X' }, 2)];
    expect(filtersOf({ row: rows[1] }, { rows })).toEqual([
      [
        ['team', 'NOT_IN', ['A']],
        ['client', 'EQ', 'X'],
      ],
    ]);
  });
});

describe('time', () => {
  const period = { text: 'last-month', from: '2026-10-01', to: '2026-10-31', calendar: 'recorded-month' } as const;

  test('a period is said by its dates, so that it means the same tomorrow', () => {
    expect(drillDown(report, { ...result, period }, {}).period).toBe('2026-10-01..2026-10-31');
    expect(drillDown(report, { ...result, period: { ...period, text: '2026-10' } }, {}).period).toBe('2026-10');
  });

  test('a clock calendar over a whole month is said by the start time, in its zone', () => {
    const clock = { calendar: 'clock', period: { ...period, calendar: 'clock' } } as const;
    expect(drillDown(report, { ...result, ...clock }, {}).period).toBeUndefined();
    expect(filtersOf({}, clock)).toEqual([
      [
        ['first_start_date', 'GTE', '2026-09-30T22:00:00.000Z'],
        ['first_start_date', 'LT', '2026-10-31T23:00:00.000Z'],
      ],
    ]);
  });

  test('recorded buckets go by the recorded week and month', () => {
    expect(filtersOf({ row: row({ week: '2026-09-28' }) })).toEqual([[['week_year', 'EQ', '2026-09-28']]]);
    expect(filtersOf({ row: row({ quarter: '2026-10-01' }) })).toEqual([
      [['month_year', 'BETWEEN', '2026-10-01', '2026-12-31']],
    ]);
  });

  test('a column narrows the line; one without a date has none of the others', () => {
    const column = (key: string | null) => ({
      key,
      from: null,
      to: null,
      cut: false,
      complete: true,
      values: {},
      records: 1,
    });
    const columns = [column('2026-10-01'), column(null)];
    expect(filtersOf({ row: row({ client: 'A' }), column: 0 }, { columns }, { columns: 'month' })).toEqual([
      [
        ['client', 'EQ', 'A'],
        ['month_year', 'BETWEEN', '2026-10-01', '2026-10-31'],
      ],
    ]);
    expect(filtersOf({ column: 1 }, { columns }, { columns: 'month' })).toEqual([
      [['month_year', 'NOT_IN', ['2026-10-01']]],
    ]);
  });
});
