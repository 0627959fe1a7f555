import { describe, expect, it } from 'vitest';
import { basisLines } from '../../../../electron/cli/report/foot.ts';
import { footNotes } from '../../../../src/domain/reports/notes/foot-notes.ts';
import { monthSpans } from '../../../../src/domain/reports/keys/month-spans.ts';
import { printReport, type PrintSettings } from '../../../../src/domain/reports/print/printed.ts';
import { reportSchema, type Report, type ReportResult } from '../../../../src/domain/reports/definition/report.ts';
import { defaultSettings } from '../../../../src/domain/settings.ts';
import { findMeasure } from '../../../../src/domain/reports/definition/measures.ts';
import { fitting, moved, switched } from '../../../../src/ui/screens/reports/builder/picking.ts';
import { measureOffers, groupOffers } from '../../../../src/ui/screens/reports/builder/offers.ts';
import { tableText } from '../../../../src/ui/screens/reports/table/copied-table.ts';
import { basisParts } from '../../../../src/ui/screens/reports/words/basis.ts';
import { freeName } from '../../../../src/ui/screens/reports/library/free-name.ts';
import { withFullNames } from '../../../../src/ui/screens/reports/definition/full-names.ts';
import { labelsOf } from '../../../../src/ui/screens/reports/words/labels.ts';
import { gridColumns } from '../../../../src/ui/screens/reports/table/grid/grid-columns.ts';
import { changedDefinition } from '../../../../src/ui/screens/reports/definition/use-definition.ts';
import { unlistedBelowText, unlistedText } from '../../../../src/texts/en/reports/reports.ts';
import { reportResult } from '../../../support/reports/report-result.ts';

const labels = labelsOf(
  { owners: { 7: { name: 'Anna', team: null, weeklyHours: null, activeFrom: null, activeTo: null } }, objects: {} },
  { fiscalYearStart: 1 },
);

const measuresOf = ({ measures }: Report) => measures.flatMap((id) => findMeasure(id) ?? []);

describe('the labels of groups', () => {
  it('name people, time and what is unset', () => {
    expect(labels.label('platform_owner_id', '7')).toBe('Anna');
    expect(labels.label('client', null)).toBe('(none)');
    expect(labels.short('week', '2026-12-28')).toBe('W53 (28 Dec 2026 – 3 Jan 2027)');
    expect(labels.tick('week', '2026-12-28')).toBe('W53');
  });

  it('say of a week that the period cuts which part it is', () => {
    const column = { key: '2026-09-28', from: '2026-10-01', to: '2026-10-04', complete: true, values: {}, records: 1 };
    expect(labels.cut('week', { ...column, cut: true })).toBe('part of week 40 (1–4 Oct)');
    expect(labels.cut('week', { ...column, cut: false })).toBe('');
  });

  it('know the days of a time bucket', () => {
    expect(labels.span('quarter', '2026-07-01')).toMatchObject({ from: '2026-07-01', to: '2026-09-30' });
    expect(labels.span('client', 'Acme')).toBeUndefined();
  });
});

describe('notes', () => {
  it('join neighbouring months, across a year’s end too', () => {
    expect(monthSpans(['2025-12-01', '2026-01-01', '2026-03-01'])).toBe('Dec 2025 – Jan 2026, Mar 2026');
  });

  it('put a refused comparison first, then what is missing, then the rest', () => {
    const report = reportSchema.parse({ measures: ['margin'] });
    const result = reportResult({
      records: 3,
      missing: ['2026-10-01'],
      totals: { margin: null },
      comparison: { kind: 'previous', period: null, elapsedDays: null, refused: 'Nothing to compare.' },
      notes: [{ kind: 'no-cost', records: 2, minutes: '90' }],
    });
    const said = (printing: PrintSettings) => footNotes(report, result, [], printing).map(({ text }) => text);
    const [first, second, ...more] = said(defaultSettings);
    expect(first).toBe('Nothing to compare.');
    expect(second).toContain('Oct 2026');
    expect(more.at(-1)).toContain('1.50 h are');
    expect(said({ ...defaultSettings, hoursStyle: 'clock' }).at(-1)).toContain('1:30 are');
    expect(more.length).toBeGreaterThan(1);
  });
});

it('a note names the line “In no line above” only where the screen has one, and says otherwise what a subtotal counts', () => {
  const report = reportSchema.parse({ measures: ['gap_hours'], groupBy: ['team', 'platform_owner_id'] });
  const line = (key: Record<string, string>, gap: string | null) => ({ key, values: { gap_hours: gap }, records: 1 });
  const below = [line({ team: 'A', platform_owner_id: '1' }, '3'), line({ team: 'A', platform_owner_id: '2' }, null)];
  const subtotals = [line({ team: 'A' }, '5')];
  const codes = (gap: string, lines?: 'total') => {
    const total = { values: { gap_hours: gap }, records: 2 };
    const result = reportResult({ rows: below, subtotals, total, totals: total.values, records: 2 });
    const printed = printReport(measuresOf(report), result, defaultSettings);
    return footNotes(report, result, printed, defaultSettings, lines)
      .filter(({ code }) => code === 'in-no-line')
      .map(({ text }) => text);
  };
  // The terminal has the line above each subtotal, the screen above the total alone.
  expect(codes('5')).toEqual([unlistedText]);
  expect(codes('5', 'total')).toEqual([unlistedBelowText]);
  expect(codes('9', 'total')).toEqual([unlistedText, unlistedBelowText]);
});

it('the line below a report names a currency only where it shows money, and the one its money has', () => {
  const settings = { ...defaultSettings, zone: 'UTC', currency: 'EUR' };
  const basis = (measures: string[], result = reportResult()) =>
    basisParts({ report: reportSchema.parse({ measures }), result, settings }).join(' · ');
  expect(basis(['logged_hours', 'billable_value'])).toContain('amounts in EUR');
  expect(basis(['effective_rate'], reportResult({ currencies: ['CHF'] }))).toContain('amounts in CHF');
  expect(basis(['billable_value'], reportResult({ currencies: ['CHF', 'EUR'] }))).not.toContain('amounts in');
  expect(basis(['logged_hours', 'records'])).not.toContain('EUR');
});

it('the line below a report says which amounts count, where it counts some of which the workspace chooses', () => {
  const settings = { ...defaultSettings, zone: 'UTC' };
  const basis = (measures: string[], amounts: ReportResult['amounts']) =>
    basisParts({ report: reportSchema.parse({ measures }), result: reportResult({ amounts }), settings }).join(' · ');
  expect(basis(['billable_value'], 'recorded')).toContain('recorded amounts count');
  expect(basis(['effective_rate', 'records'], 'auto')).toContain('automatic amounts count');
  expect(basis(['margin_percent'], 'recorded-else-auto')).toContain('recorded amounts count, else automatic ones');
  // A property by its name is that property, whatever counts elsewhere.
  expect(basis(['billable_amount', 'logged_hours'], 'auto')).not.toContain('amounts count');
});

it('the line below a report says which weekday weeks begin on, and where a fiscal year begins, as the terminal does', () => {
  const report = reportSchema.parse({ measures: ['logged_hours'], groupBy: ['week'] });
  const settings = { ...defaultSettings, zone: 'UTC', fiscalYearStart: 4 };
  const period = { text: '2026-10', from: '2026-10-01', to: '2026-10-31', calendar: 'recorded-month' } as const;
  const result = reportResult({ period, weeks: 'recorded', recordedWeeks: 'sunday', asOf: '2026-11-20T08:00:00Z' });
  const parts = basisParts({ report, result, settings });
  expect(parts).toEqual([
    'by recorded month',
    'weeks as recorded, from Sunday',
    'years from April',
    'each figure rounded by itself',
    'as of 20 Nov 2026 08:00, later entries are not here yet',
  ]);
  const [line = ''] = basisLines({ report, result, settings });
  expect(parts.slice(0, -1).filter((part) => !line.includes(part))).toEqual([]);
});

describe('the copied table', () => {
  it('has exact figures, one line a row, and no text that a spreadsheet would run', () => {
    const report = reportSchema.parse({ measures: ['billable_value'], groupBy: ['client'] });
    const result = reportResult({
      rows: [
        { key: { client: '=HYPERLINK("x")\tA' }, values: { billable_value: '-1234.5' }, records: 1 },
        { key: { client: null }, values: { billable_value: null }, records: 1 },
      ],
      totals: { billable_value: '-1234.5' },
      total: { values: { billable_value: '-1234.5' }, records: 2 },
      records: 2,
    });
    const measures = report.measures.flatMap((id) => findMeasure(id) ?? []);
    const none = { bucketTitle: () => '', bucketState: () => '', isOpen: () => false };
    const columns = gridColumns(report, result, measures, none, () => 0);
    expect(tableText(report, result, columns, labels).text).toBe(
      'Client\tBillable value\n\'=HYPERLINK("x")‹TAB›A\t-1234.5\n(none)\t\nTotal\t-1234.5\n',
    );
    const several = {
      ...result,
      currencies: ['CHF', 'EUR'],
      rows: result.rows.map((row, at) => ({ ...row, currency: at === 0 ? 'CHF' : null })),
      total: { ...result.total, values: { billable_value: null }, currency: null },
    };
    expect(tableText(report, several, columns, labels).text).toBe(
      'Client\tBillable value\tCurrency\n\'=HYPERLINK("x")‹TAB›A\t-1234.5\tCHF\n(none)\t\t\nTotal\t\t\n',
    );
  });

  const none = { bucketTitle: () => '', bucketState: () => '', isOpen: () => false };
  const copied = (measureIds: string[], result: ReportResult, groupBy = ['client']) => {
    const report = reportSchema.parse({ measures: measureIds, groupBy });
    const measures = report.measures.flatMap((id) => findMeasure(id) ?? []);
    return tableText(
      report,
      result,
      gridColumns(report, result, measures, none, () => 0),
      labels,
    ).text.split('\n');
  };

  it('has of a share that changed what its copied shares differ by, and no percentage of it', () => {
    const own = (share: string) => ({ values: { billable_share: share }, records: 1 });
    const total = { ...own('0.5'), before: own('0.545'), split: null };
    const period = { text: '2026-09', from: '2026-09-01', to: '2026-09-30', calendar: 'recorded-month' as const };
    const result = reportResult({
      rows: [{ key: { client: 'Acme' }, ...total }],
      total,
      comparison: { kind: 'previous', period, elapsedDays: null, refused: null },
    });
    expect(copied(['billable_share'], result)).toEqual([
      'Client\tBillable share Now\tBillable share Before\tBillable share Change',
      'Acme\t0.5\t0.545\t-0.045',
      'Total\t0.5\t0.545\t-0.045',
      '',
    ]);
  });

  it('adds up: what is in no line has a line of its own, and digits lost by quotients have none', () => {
    const values = (margin: string | null, hours: string) => ({ margin, logged_hours: hours });
    const row = (client: string, margin: string | null) => ({
      key: { client },
      values: values(margin, '0.33333333'),
      records: 1,
    });
    const result = reportResult({
      rows: [row('A', '10'), row('B', null), row('C', '-2.5')],
      total: { values: values('12', '1'), records: 3 },
    });
    expect(copied(['margin', 'logged_hours'], result)).toEqual([
      'Client\tMargin\tLogged hours',
      'A\t10\t0.33333333',
      'B\t\t0.33333333',
      'C\t-2.5\t0.33333333',
      'In no line above\t4.5\t',
      'Total\t12\t1',
      '',
    ]);
    // Without groups there is no line that anything could be in.
    expect(copied(['margin'], { ...result, rows: [] }, [])).toEqual(['Margin', '12', '']);
  });

  it('adds up in each currency: a line of several is followed by one for each', () => {
    const own = (currency: string, value: string) => ({ currency, values: { billable_value: value } });
    const values = (value: string | null, hours: string) => ({ billable_value: value, logged_hours: hours });
    const result = reportResult({
      currencies: ['CHF', 'EUR'],
      rows: [
        { key: { client: 'A' }, values: values('10', '1'), records: 1, currency: 'CHF' },
        {
          key: { client: 'B' },
          values: values(null, '2'),
          records: 2,
          currency: null,
          amounts: [own('CHF', '1.5'), own('EUR', '20')],
        },
        { key: { client: 'C' }, values: values(null, '3'), records: 1, currency: null },
      ],
      total: {
        values: values(null, '6'),
        records: 4,
        currency: null,
        amounts: [own('CHF', '11.5'), own('EUR', '25')],
      },
    });
    expect(copied(['billable_value', 'logged_hours'], result)).toEqual([
      'Client\tBillable value\tLogged hours\tCurrency',
      'A\t10\t1\tCHF',
      'B\t\t2\t',
      'B\t1.5\t\tCHF',
      'B\t20\t\tEUR',
      'C\t\t3\t',
      'In no line above\t5\t\tEUR',
      'Total\t\t6\t',
      'Total\t11.5\t\tCHF',
      'Total\t25\t\tEUR',
      '',
    ]);
  });
});

describe('the builder', () => {
  it('offers every own measure and only allowed aggregations', () => {
    const offered = measureOffers().flatMap(({ items }) => items.map(({ value }) => value));
    expect(offered).toContain('effective_rate');
    expect(offered).toContain('a552213_billable_rate:avg');
    expect(offered).not.toContain('a552213_billable_rate');
    expect(new Set(offered).size).toBe(offered.length);
    for (const id of offered) expect(findMeasure(id)?.id).toBe(id);
  });

  it('does not offer the group that already runs across', () => {
    const offered = groupOffers(labels, ['month']).flatMap(({ items }) => items.map(({ value }) => value));
    expect(offered).not.toContain('month');
    expect(offered).toContain('client');
  });

  it('finds by every typed word, and moves and switches what is chosen', () => {
    expect(
      fitting(measureOffers(), 'average rate billable').flatMap(({ items }) => items.map(({ value }) => value)),
    ).toEqual(['a552213_billable_rate:avg']);
    expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
    expect(moved(['a'], 0, 1)).toEqual(['a']);
    expect(switched(['a', 'b'], 'a')).toEqual(['b']);
  });

  it('drops an order by something the report no longer shows, and what needs a period or a group', () => {
    const now = {
      report: reportSchema.parse({
        measures: ['records', 'logged_hours'],
        groupBy: ['client'],
        period: '2026',
        compare: 'previous',
        top: { count: 5 },
        order: { by: 'logged_hours', direction: 'ascending' },
      }),
      view: { chart: 'none', heat: false },
    } as const;
    expect(changedDefinition(now, { report: { measures: ['records'] } }).report.order).toBeUndefined();
    expect(changedDefinition(now, { report: { period: undefined } }).report.compare).toBeUndefined();
    expect(changedDefinition(now, { report: { groupBy: [] } }).report.top).toBeUndefined();
    expect(changedDefinition(now, { view: { heat: true } }).report).toEqual(now.report);
    const order = { by: 'logged_hours', column: '2026-10-01', direction: 'ascending' } as const;
    const pivot = { ...now, report: { ...now.report, columns: 'month', order } };
    expect(changedDefinition(pivot, { report: { period: '2026-10' } }).report.order).toEqual(order);
    expect(changedDefinition(pivot, { report: { columns: 'week' } }).report.order).toBeUndefined();
  });

  it('reads names without their prefix, and leaves unknown ones for the answer to refuse', () => {
    const report = reportSchema.parse({
      measures: ['billable_amount', 'billable_rate:avg', 'profit'],
      groupBy: ['title'],
      columns: 'month_year',
      order: { by: 'billable_amount', direction: 'ascending' },
    });
    expect(withFullNames({ report, view: { chart: 'none', heat: false } }).report).toMatchObject({
      measures: ['a552213_billable_amount', 'a552213_billable_rate:avg', 'profit'],
      groupBy: ['a552213_title'],
      columns: 'a552213_month_year',
      order: { by: 'a552213_billable_amount' },
    });
  });

  it('gives a copy a name nobody has', () => {
    expect(freeName('People', [])).toBe('People');
    expect(freeName('People', ['people', 'People (copy)'])).toBe('People (copy 2)');
  });
});
