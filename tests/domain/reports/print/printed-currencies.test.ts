import { expect, test } from 'vitest';
import { findMeasure, type Measure } from '#domain/reports/definition/measures.ts';
import type { PrintedLine } from '#domain/reports/print/model.ts';
import { printMeasure, formatSteps } from '#domain/reports/print/printed.ts';
import { formatFigure, toLines } from '#domain/reports/print/printed-currencies.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';
import { defaultSettings, footings } from '#domain/settings.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';

function measureOf(id: string): Measure {
  const found = findMeasure(id);
  if (!found) throw new Error(`No measure ${id}`);
  return found;
}
const value = measureOf('billable_value');
const of = (currency: string | null, amount: string | null, id = value.id) => ({ currency, values: { [id]: amount } });
const row = (client: string, currency: string | null, amount: string | null) => ({
  key: { client },
  records: 1,
  ...of(currency, amount),
});

/** Three clients in one currency, one in another, and one in both, with thirds of a cent. */
const mixed: ReportResult = reportResult({
  currencies: ['CHF', 'EUR', null],
  rows: [
    row('Acme', 'CHF', '1.00333333'),
    row('Brook', 'CHF', '1.00333333'),
    row('Cole', 'EUR', '1.00333333'),
    { ...row('Dale', null, null), amounts: [of('CHF', '1.00333334'), of('EUR', '2.00666667')] },
    row('Elm', null, '7.005'),
    row('Fox', null, null),
  ],
  total: {
    records: 6,
    values: { billable_value: null },
    currency: null,
    amounts: [of('CHF', '3.01'), of('EUR', '3.01'), of(null, '7.005')],
  },
});

const stepsIn = (line: PrintedLine, currency: string | null) =>
  line.parts?.find((part) => part.currency === currency)?.line.value ?? null;

test.each(footings)('of each currency the printed lines make the printed total, rounding %s', (footing) => {
  const { rows, total } = printMeasure(value, mixed, { ...defaultSettings, footing });
  for (const currency of ['CHF', 'EUR', null]) {
    const sum = rows.reduce((all, line) => all + (stepsIn(line, currency) ?? 0n), 0n);
    const lacking = toLines(total).length === 3 ? total.parts?.find((part) => part.currency === currency) : undefined;
    expect(sum + (lacking?.line.below?.value ?? 0n), `${currency}`).toBe(stepsIn(total, currency));
    if (footing !== 'exact') expect(lacking?.line.below).toBeNull();
  }
});

test('a line in several currencies says each with its label, and none is added up', () => {
  const printed = printMeasure(value, mixed, { ...defaultSettings, footing: 'largest-remainder' });
  const text = (line: PrintedLine) => formatFigure(value, line, (part) => formatSteps(part.value, printed.grid));
  expect(printed.rows.map(text)).toEqual(['1.00 CHF', '1.00 CHF', '1.00 EUR', '1.01 CHF · 2.01 EUR', '7.01', '']);
  expect(text(printed.total)).toBe('3.01 CHF · 3.01 EUR · 7.01 (no currency)');
  expect(printed.total.value).toBeNull();
  expect(printed.footing).toBe('largest-remainder');
});

test('cells and columns of several currencies foot both ways', () => {
  const pivot: ReportResult = {
    ...mixed,
    currencies: ['CHF', 'EUR'],
    columns: [
      { key: '2026-10', from: null, to: null, cut: false, complete: true, records: 2, ...of('CHF', '2.006') },
      {
        key: '2026-11',
        from: null,
        to: null,
        cut: false,
        complete: true,
        records: 2,
        ...of(null, null),
        amounts: [of('CHF', '1.003'), of('EUR', '5')],
      },
    ],
    rows: [
      {
        ...row('Acme', 'CHF', '2.006'),
        cells: { billable_value: ['1.003', '1.003'] },
        cellCurrencies: ['CHF', 'CHF'],
      },
      {
        ...row('Brook', null, null),
        amounts: [of('CHF', '1.003'), of('EUR', '5')],
        cells: { billable_value: ['1.003', '5'] },
        cellCurrencies: ['CHF', 'EUR'],
      },
    ],
    total: {
      records: 4,
      values: { billable_value: null },
      currency: null,
      amounts: [of('CHF', '3.009'), of('EUR', '5')],
      cells: { billable_value: ['2.006', null] },
      cellCurrencies: ['CHF', null],
      cellAmounts: [null, [of('CHF', '1.003'), of('EUR', '5')]],
    },
  };
  const { rows, total, grid, footing } = printMeasure(value, pivot, {
    ...defaultSettings,
    footing: 'largest-remainder',
  });
  expect(footing).toBe('largest-remainder');
  const text = (line: PrintedLine, column: number) =>
    formatFigure(value, line, ({ cells }) => formatSteps(cells[column] ?? null, grid));
  expect(text(total, 1)).toMatch(/^1\.0[01] CHF · 5\.00 EUR$/);
  const chf = (line: PrintedLine | undefined) => line?.parts?.find(({ currency }) => currency === 'CHF')?.line;
  const sum = (steps: readonly (bigint | null)[]) => steps.reduce<bigint>((all, each) => all + (each ?? 0n), 0n);
  expect(chf(total)?.value).toBe(301n);
  expect(sum(chf(total)?.cells ?? [])).toBe(301n);
  for (const line of rows) expect(sum(chf(line)?.cells ?? [])).toBe(chf(line)?.value);
  expect([0, 1].map((column) => sum(rows.map((line) => chf(line)?.cells[column] ?? null)))).toEqual(chf(total)?.cells);
});

test.each(['EUR', null])(
  'records without an amount are no amount of 0: %s has no change from or to them',
  (currency) => {
    const unpaid = { records: 1, ...of(null, null) };
    const report: ReportResult = reportResult({
      currencies: ['CHF', 'EUR', null],
      rows: [
        { ...row('Acme', currency, '5'), before: unpaid },
        { ...row('Brook', null, null), before: { records: 1, ...of(currency, '7') } },
        { ...row('Cole', currency, '5'), before: null },
      ],
      total: { records: 3, ...of(currency, '10'), before: { records: 2, ...of(currency, '7') } },
    });
    const { rows } = printMeasure(value, report, defaultSettings);
    const changes = rows.map(({ parts }) => parts?.find((part) => part.currency === currency)?.line.change);
    expect(changes).toEqual([null, null, 500n]);
  },
);

test('a percentage names its currency only beside another’s, a rate always', () => {
  const only = reportResult({
    currencies: ['CHF', 'EUR'],
    rows: [
      { key: { client: 'Acme' }, records: 1, currency: 'CHF', values: { margin_percent: '40', effective_rate: '90' } },
    ],
    total: {
      records: 2,
      values: { margin_percent: null, effective_rate: null },
      currency: null,
      amounts: [
        { currency: 'CHF', values: { margin_percent: '40', effective_rate: '90' } },
        { currency: 'EUR', values: { margin_percent: '12.5', effective_rate: null } },
      ],
    },
  });
  const texts = (id: string) => {
    const { rows, total, grid, measure } = printMeasure(measureOf(id), only, defaultSettings);
    return [...rows, total].map((line) => formatFigure(measure, line, (part) => formatSteps(part.value, grid)));
  };
  expect(texts('margin_percent')).toEqual(['40.0 %', '40.0 % CHF · 12.5 % EUR']);
  expect(texts('effective_rate')).toEqual(['90.00 CHF', '90.00 CHF']);
});
