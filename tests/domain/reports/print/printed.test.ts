import { describe, expect, test } from 'vitest';
import { formatUnits, toUnits, toHours } from '#domain/decimal.ts';
import { findMeasure, type Measure } from '#domain/reports/definition/measures.ts';
import { chooseGrid, printMeasure, toSteps, formatSteps, type PrintSettings } from '#domain/reports/print/printed.ts';
import type { ReportResult, ReportRow } from '#domain/reports/definition/report.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';

const settings: PrintSettings = { footing: 'exact', hoursStyle: 'decimal', hoursDigits: 2, moneyDigits: 2 };

function measure(id: string): Measure {
  const found = findMeasure(id);
  if (!found) throw new Error(`No measure ${id}`);
  return found;
}

function text(id: string, value: string | null, more: Partial<PrintSettings> = {}): string {
  const grid = chooseGrid(measure(id).unit, { ...settings, ...more });
  return formatSteps(toSteps(value, grid), grid);
}

describe('a figure by itself', () => {
  test.each([
    ['billable_value', '1234567.125', '1,234,567.13'],
    ['billable_value', '-1234.005', '-1,234.01'],
    ['billable_value', '-0.004', '0.00'],
    ['billable_value', '9999999999.99', '9,999,999,999.99'],
    ['logged_hours', '0.33333333', '0.33'],
    ['logged_hours', '0', '0.00'],
    ['records', '24000', '24,000'],
    ['billable_share', '0.7246', '72.5 %'],
    ['margin_percent', '-33.33333333', '-33.3 %'],
    ['effective_rate', '142.85714286', '142.86'],
    ['working_days', '20.5', '20.50'],
    ['total_minutes', '1234', '1,234'],
    ['total_years', '0.125', '0.13'],
  ])('%s of %s reads %s', (id, value, expected) => {
    expect(text(id, value)).toBe(expected);
  });

  test('nothing known is an empty cell, never a zero', () => {
    expect(text('billable_value', null)).toBe('');
    expect(formatSteps(null, chooseGrid('money', settings), { unknown: '–' })).toBe('–');
  });

  test.each([
    ['1', '0:01'],
    ['20', '0:20'],
    ['0.5', '0:01'],
    ['0.499999', '0:00'],
    ['-90', '-1:30'],
    ['74430', '1,240:30'],
  ])('%s minutes kept as hours read %s', (minutes, expected) => {
    const hours = formatUnits(toHours(toUnits(minutes)));
    expect(text('logged_hours', hours, { hoursStyle: 'clock' })).toBe(expected);
  });

  test.each([0, 1, 2, 3, 4])('thirds of an hour round as minutes do, with %i decimals', (hoursDigits) => {
    // 45.3 minutes are 0.755 hours exactly, whatever digits a quotient lost.
    const hours = formatUnits(toHours(toUnits('45.3')));
    expect(text('logged_hours', hours, { hoursDigits })).toBe(['1', '0.8', '0.76', '0.755', '0.7550'][hoursDigits]);
  });

  test('a sign where it is asked for, and a minus of the caller’s choice', () => {
    const grid = chooseGrid('money', settings);
    expect(formatSteps(150n, grid, { signed: true })).toBe('+1.50');
    expect(formatSteps(0n, grid, { signed: true })).toBe('0.00');
    expect(formatSteps(-150n, grid, { minus: '−' })).toBe('−1.50');
  });
});

interface Line {
  readonly key?: ReportRow['key'];
  readonly folded?: number;
  readonly value: string | null;
  readonly cells?: readonly (string | null)[];
  readonly before?: string | null;
  readonly records?: number;
}

const ID = 'billable_value';

function lineOf({ value, cells, before, records = 1 }: Line) {
  return {
    values: { [ID]: value },
    records,
    ...(cells && { cells: { [ID]: [...cells] } }),
    ...(before !== undefined && { before: before === null ? null : { values: { [ID]: before }, records: 1 } }),
  };
}

function resultOf(total: Line, rows: readonly Line[], subtotals: readonly Line[] = []): ReportResult {
  const keyed = (line: Line): ReportRow => ({
    key: line.key ?? {},
    ...(line.folded !== undefined && { folded: line.folded }),
    ...lineOf(line),
  });
  return reportResult({
    rows: rows.map(keyed),
    subtotals: subtotals.map(keyed),
    columns: (total.cells ?? []).map((cell, index) => ({
      key: String(index),
      from: null,
      to: null,
      cut: false,
      complete: true,
      values: { [ID]: cell },
      records: 1,
    })),
    totals: { [ID]: total.value },
    total: lineOf(total),
    records: 1,
  });
}

describe('a table', () => {
  const lines = (['1.005', '1.005', '1.005'] as const).map((value, index) => ({ key: { a: String(index) }, value }));

  test('exact: the difference between lines and total is a line of its own', () => {
    const printed = printMeasure(measure(ID), resultOf({ value: '3.015' }, lines), settings);
    expect(printed.rows.map(({ value }) => value)).toEqual([101n, 101n, 101n]);
    expect(printed.total).toMatchObject({ value: 302n, below: { value: -1n } });
  });

  test('round-lines and largest-remainder leave none', () => {
    const rounded = printMeasure(measure(ID), resultOf({ value: '3.015' }, lines), {
      ...settings,
      footing: 'round-lines',
    });
    expect(rounded.total).toMatchObject({ value: 303n, below: null });
    const fitted = printMeasure(measure(ID), resultOf({ value: '3.015' }, lines), {
      ...settings,
      footing: 'largest-remainder',
    });
    expect(fitted.total).toMatchObject({ value: 302n, below: null });
    expect(fitted.rows.map(({ value }) => value)).toEqual([101n, 101n, 100n]);
  });

  test('rows count in their subtotal, the rest beyond the top in its own, not in that of unset keys', () => {
    const result = resultOf(
      { value: '6' },
      [
        { key: { a: null, b: '1' }, value: '1' },
        { key: { a: null, b: '1' }, folded: 3, value: '2' },
        { key: { a: 'x', b: '1' }, value: '3' },
      ],
      [
        { key: { a: null }, value: '1' },
        { key: { a: null }, folded: 3, value: '2' },
        { key: { a: 'x' }, value: '3' },
      ],
    );
    const printed = printMeasure(measure(ID), result, { ...settings, footing: 'round-lines' });
    expect(printed.footing).toBe('round-lines');
    expect(printed.subtotals.map(({ value, below }) => [value, below])).toEqual([
      [100n, null],
      [200n, null],
      [300n, null],
    ]);
  });

  test('with columns the finest figures are the cells', () => {
    const result = resultOf({ value: '2.01', cells: ['1.005', '1.005'] }, [
      { key: { a: '1' }, value: '1.005', cells: ['1.005', null] },
      { key: { a: '2' }, value: '1.005', cells: [null, '1.005'] },
    ]);
    const printed = printMeasure(measure(ID), result, { ...settings, footing: 'round-lines' });
    expect(printed.total).toMatchObject({ value: 202n, cells: [101n, 101n], across: 0n, below: null });
    expect(printed.rows[0]).toMatchObject({ value: 101n, cells: [101n, null] });
    const exact = printMeasure(measure(ID), result, settings);
    expect(exact.total).toMatchObject({ value: 201n, across: -1n, below: { value: -1n, cells: [0n, 0n] } });
  });

  test('the compared period is footed too, and its difference told beside', () => {
    const before = resultOf(
      { value: '3', before: '3.015' },
      lines.map((line) => ({ ...line, value: '1', before: '1.005' })),
    );
    const printed = printMeasure(measure(ID), before, settings);
    expect(printed.total).toMatchObject({ value: 300n, before: 302n, change: -2n, below: { value: 0n, before: -1n } });
  });

  test('changes add up too: what they lack is told, also where both periods lack a step in opposite directions', () => {
    const both = resultOf(
      { value: '3.015', before: '2.985' },
      lines.map((line) => ({ ...line, before: '0.995' })),
    );
    const { total, rows } = printMeasure(measure(ID), both, settings);
    expect(rows.map(({ change }) => change)).toEqual([1n, 1n, 1n]);
    expect(total).toMatchObject({ change: 3n, below: { value: -1n, before: -1n, change: 0n } });
    const one = resultOf(
      { value: '3.012', before: '2.988' },
      lines.map((line) => ({ ...line, value: '1.004', before: '0.996' })),
    );
    const apart = printMeasure(measure(ID), one, settings);
    expect(apart.rows.map(({ change }) => change)).toEqual([0n, 0n, 0n]);
    expect(apart.total).toMatchObject({ change: 2n, below: { value: 1n, before: -1n, change: 2n } });
  });

  test('the change counts nothing where a period had no record, and is unknown where its value is', () => {
    const result = resultOf({ value: '1', before: '2' }, [
      { key: { a: 'new' }, value: '1', before: null },
      { key: { a: 'gone' }, value: null, before: '2', records: 0 },
      { key: { a: 'unknown' }, value: null, before: '2', records: 4 },
    ]);
    expect(printMeasure(measure(ID), result, settings).rows.map(({ change }) => change)).toEqual([100n, -200n, null]);
    const share = printMeasure({ ...measure(ID), additive: false }, result, settings);
    expect(share.rows.map(({ change }) => change)).toEqual([null, null, null]);
  });

  test('what is never added up has no difference and no footing', () => {
    const printed = printMeasure({ ...measure(ID), additive: false }, resultOf({ value: '7' }, lines), {
      ...settings,
      footing: 'round-lines',
    });
    expect(printed).toMatchObject({ footing: 'itself', total: { value: 700n, below: null } });
  });
});

test('people who are in several lines are one in the total, and no line below tells the difference as rounding', () => {
  const line = (month: string, owners: string): ReportRow => ({ key: { month }, values: { owners }, records: 1 });
  const result = reportResult({
    rows: [line('2026-10-01', '1.00000000'), line('2026-11-01', '2.00000000')],
    total: { values: { owners: '2.00000000' }, records: 3 },
  });
  const { total } = printMeasure(measure('owners'), result, settings);
  expect(total).toMatchObject({ value: 2n, below: null });
});
