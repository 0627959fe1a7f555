import { describe, expect, it } from 'vitest';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { listFootNotes } from '#domain/reports/notes/foot-notes.ts';
import { printReport } from '#domain/reports/print/printed.ts';
import { reportResultSchema, reportSchema, type ReportResult } from '#domain/reports/definition/report.ts';
import { defaultSettings, type Footing } from '#domain/settings.ts';
import { findCellOfMark } from '#ui/explain/explained.ts';
import { explainCell } from '#ui/explain/explained-cell.ts';
import { toCell, toDifferenceCell } from '#ui/screens/reports/table/cells.ts';
import { measureFigureWidths } from '#ui/screens/reports/table/figure-widths.ts';
import { toGridColumns, isRatio, type GridColumn } from '#ui/screens/reports/table/grid-columns.ts';
import { toHeat, findHeatSpans } from '#ui/screens/reports/table/heat.ts';

const report = reportSchema.parse({
  measures: ['logged_hours', 'billable_share', 'billable_value'],
  groupBy: ['client'],
});
const figures = (hours: string | null, share: string | null, value: string | null) => ({
  logged_hours: hours,
  billable_share: share,
  billable_value: value,
});

const answer: ReportResult = reportResultSchema.parse({
  amounts: 'recorded',
  asOf: '2026-11-20T08:00:00Z',
  complete: true,
  rows: [
    {
      key: { client: 'Acme' },
      records: 1,
      values: figures('0.33333333', '0.5', '100.004'),
      before: { records: 1, values: figures('0.5', '0.25', '90.006') },
      split: { hours: '-20.005', rate: '30.003' },
    },
    { key: { client: 'Elm' }, records: 1, values: figures('0.33333333', '1', '50.004'), before: null, split: null },
    { key: { client: null }, records: 1, values: figures('0.33333333', null, null), before: null, split: null },
  ],
  subtotals: [],
  columns: [],
  totals: figures('1', '0.75', '150.008'),
  total: {
    records: 3,
    values: figures('1', '0.75', '150.008'),
    before: { records: 1, values: figures('0.5', '0.25', '90.006') },
    split: { hours: '30.001', rate: '30.001' },
  },
  records: 3,
  period: { text: '2026-10', from: '2026-10-01', to: '2026-10-31', calendar: 'recorded-month' },
  calendar: 'recorded',
  zone: 'UTC',
  missing: [],
  comparison: {
    kind: 'previous',
    period: { text: '2026-09', from: '2026-09-01', to: '2026-09-30', calendar: 'recorded-month' },
    elapsedDays: null,
    refused: null,
  },
  notes: [],
});

const measures = report.measures.flatMap((id) => findMeasure(id) ?? []);
const labels = { bucketTitle: () => '', bucketState: () => '', isOpen: () => false };
const { scrolled } = toGridColumns(report, answer, measures, labels, () => 0);
it('a comparison shows each figure with its change at a glance, and the figures of before on demand', () => {
  const few = toGridColumns(report, answer, measures, labels, () => 0, 'change').scrolled;
  expect(few.map(({ measure, figure }) => `${measure.id} ${figure}`)).toEqual(
    measures.flatMap((each) => [`${each.id} value`, `${each.id} ${isRatio(each) ? 'change' : 'percent'}`]),
  );
  expect(scrolled.length).toBeGreaterThan(few.length);
  expect(scrolled.map(({ figure }) => figure)).toContain('before');
});

const column = (measure: string, figure: GridColumn['figure']) =>
  scrolled.find((each) => each.measure.id === measure && each.figure === figure)!;

/** What the screen shows of a column: its lines, what lies between them and the total, the total. */
function shown(measure: string, figure: GridColumn['figure'], footing: Footing = 'exact') {
  const sheet = printReport(measures, answer, { ...defaultSettings, footing }).find(
    (each) => each.measure.id === measure,
  )!;
  const at = column(measure, figure);
  return {
    lines: answer.rows.map((line, index) => toCell({ line, printed: sheet.rows[index]! }, at, sheet, undefined).text),
    difference: toDifferenceCell(sheet, at, 'rounding').text,
    total: toCell({ line: answer.total, printed: sheet.total }, at, sheet, undefined).text,
  };
}

it('a change is good or bad from one percent of the earlier figure on, or from what is set', () => {
  const tones = (now: string, notableChange?: string) => {
    const line = { ...answer.rows[0]!, values: figures('1', '1', now), split: { hours: '-20', rate: '20' } };
    line.before = { records: 1, values: figures('1', '1', '100.00') };
    const sheets = printReport(measures, { ...answer, rows: [line] }, defaultSettings);
    const sheet = sheets.find((each) => each.measure.id === 'billable_value')!;
    return (['change', 'percent', 'by-hours'] as const).map(
      (figure) =>
        toCell({ line, printed: sheet.rows[0]! }, column('billable_value', figure), sheet, undefined, notableChange)
          .tone,
    );
  };
  // What hours and rate did may be much where the whole changed little.
  expect(tones('99.90')).toEqual(['plain', 'plain', 'bad']);
  expect(tones('99.00')).toEqual(['bad', 'bad', 'bad']);
  expect(tones('101.00')).toEqual(['good', 'good', 'bad']);
  expect(tones('99.90', '0.1')).toEqual(['bad', 'bad', 'bad']);
  expect(tones('101.00', '25')).toEqual(['plain', 'plain', 'plain']);
});

it('each amount says its own currency where there are several; hours and shares say none', () => {
  const [first, ...rows] = answer.rows;
  const several: ReportResult = {
    ...answer,
    currencies: ['CHF', 'EUR'],
    rows: [{ ...first!, currency: 'CHF', before: { ...first!.before!, currency: 'CHF' } }, ...rows],
  };
  const sheets = printReport(measures, several, defaultSettings);
  const text = (measure: string, figure: GridColumn['figure']) => {
    const sheet = sheets.find((each) => each.measure.id === measure)!;
    const pair = { line: several.rows[0]!, printed: sheet.rows[0]! };
    return toCell(pair, column(measure, figure), sheet, undefined).text;
  };
  expect(text('billable_value', 'value')).toBe('100.00 CHF');
  expect(text('billable_value', 'before')).toBe('90.01 CHF');
  expect(text('billable_value', 'change')).toBe('+9.99 CHF');
  expect(text('billable_value', 'percent')).not.toContain('CHF');
  expect(text('logged_hours', 'value')).toBe('0.33');
  const cell = { measure: 'billable_value', row: ['Acme'] };
  const context = { report, result: several, printed: sheets, settings: { ...defaultSettings, currency: 'EUR' } };
  expect(explainCell(cell, { ...context, directory: { owners: {}, objects: {} } })?.unit).toBe('CHF');
});

it('where currencies meet, each has its amount in the cell and in what explains it, and the room is there', () => {
  const own = (currency: string, value: string) => ({ currency, values: { billable_value: value } });
  const [first, second] = answer.rows;
  const several: ReportResult = {
    ...answer,
    currencies: ['CHF', 'EUR'],
    rows: [
      { ...first!, currency: 'CHF', before: { ...first!.before!, currency: 'CHF' } },
      { ...second!, currency: 'EUR' },
    ],
    total: {
      records: 3,
      values: figures('1', '0.75', null),
      currency: null,
      amounts: [own('CHF', '100.004'), own('EUR', '50.004')],
      before: { records: 1, values: figures('0.5', '0.25', null), currency: null, amounts: [own('CHF', '90.006')] },
      split: null,
    },
  };
  const sheets = printReport(measures, several, defaultSettings);
  const sheet = sheets.find(({ measure }) => measure.id === 'billable_value')!;
  const cell = (figure: GridColumn['figure']) =>
    toCell({ line: several.total, printed: sheet.total }, column('billable_value', figure), sheet, undefined);
  expect(cell('value')).toMatchObject({ text: '100.00 CHF · 50.00 EUR', exact: null, tone: 'plain' });
  expect(cell('before').text).toBe('90.01 CHF');
  expect(cell('change').text).toBe('+9.99 CHF · +50.00 EUR');
  expect(cell('percent')).toMatchObject({ text: '–', tone: 'unknown' });
  const context = { report, result: several, printed: sheets, settings: { ...defaultSettings, currency: 'EUR' } };
  const told = explainCell(
    { measure: 'billable_value', row: [] },
    { ...context, directory: { owners: {}, objects: {} } },
  );
  expect(told).toMatchObject({ printed: '100.00 CHF · 50.00 EUR', unit: '', exact: null });
  expect(told?.facts.find(({ label }) => label === 'Change')?.text).toBe(
    '100.00 CHF · 50.00 EUR now, 90.01 CHF before: +9.99 CHF · +50.00 EUR',
  );
  const { scrolled: wide } = toGridColumns(
    report,
    several,
    measures,
    labels,
    measureFigureWidths(sheets, several.currencies),
  );
  const width = wide.find(({ measure, figure }) => measure.id === 'billable_value' && figure === 'value')!.width;
  // A figure is never cut: some seven pixels a character. The total has each on a line of its own.
  expect(width).toBeGreaterThan('100.00 CHF'.length * 7);
});

it('what explains a change says it as the cell does, also where lines are rounded to fit their total', () => {
  const third = (client: string) => ({
    key: { client },
    records: 1,
    values: figures(null, null, '1.004'),
    before: { records: 1, values: figures(null, null, '1.004') },
    split: null,
  });
  const fitted: ReportResult = {
    ...answer,
    rows: ['Acme', 'Elm', 'Oak'].map(third),
    total: {
      records: 3,
      values: figures(null, null, '3.012'),
      before: { records: 3, values: figures(null, null, '3.012') },
      split: null,
    },
  };
  const settings = { ...defaultSettings, footing: 'largest-remainder' as const };
  const printed = printReport(measures, fitted, settings);
  const sheet = printed.find(({ measure }) => measure.id === 'billable_value')!;
  const context = { report, result: fitted, printed, settings, directory: { owners: {}, objects: {} } };
  const [line] = fitted.rows;
  const cell = (figure: GridColumn['figure']) =>
    toCell({ line: line!, printed: sheet.rows[0]! }, column('billable_value', figure), sheet, undefined).text;
  // The first line takes the cent that rounding each by itself would lose.
  expect(cell('value')).toBe('1.01');
  const told = explainCell({ measure: 'billable_value', row: ['Acme'] }, context);
  expect(told?.facts.find(({ label }) => label === 'Change')?.text).toBe(
    `${cell('value')} now, ${cell('before')} before: ${cell('change')}`,
  );
  // The figure before, explained by itself, is compared with nothing.
  const before = explainCell({ measure: 'billable_value', row: ['Acme'], isBefore: true }, context);
  expect(before?.printed).toBe('1.01');
  expect(before?.facts.map(({ label }) => label)).not.toContain('Change');
});

it('a margin before is explained with what it left out, one now is not', () => {
  const notes = [{ kind: 'no-cost' as const, records: 2, minutes: '90' }];
  const own = { records: 1, values: { margin: '40' } };
  const compared: ReportResult = {
    ...answer,
    rows: [],
    total: { ...own, before: { records: 2, values: { margin: '30' } }, split: null },
    comparison: { ...answer.comparison!, notes },
  };
  const asked = reportSchema.parse({ measures: ['margin'], compare: 'previous', period: '2026-10' });
  const margin = asked.measures.flatMap((id) => findMeasure(id) ?? []);
  const context = {
    report: asked,
    result: compared,
    printed: printReport(margin, compared, defaultSettings),
    settings: defaultSettings,
    directory: { owners: {}, objects: {} },
  };
  const left = '1.50 h are without a known cost, so margins leave them out.';
  expect(explainCell({ measure: 'margin', row: [], isBefore: true }, context)?.notes).toEqual([left]);
  expect(explainCell({ measure: 'margin', row: [] }, context)?.notes).toEqual([]);
  // Below the table it is said of which period.
  expect(listFootNotes(asked, compared, [], defaultSettings)).toContainEqual({
    code: 'no-cost',
    records: 2,
    hours: '1.5',
    compared: true,
    text: `In the compared period: ${left}`,
  });
});

describe('what the table says', () => {
  it('complaint 1: three times a third of an hour adds up to the hour in the total, or what is lacking is noted', () => {
    expect(shown('logged_hours', 'value')).toEqual({
      lines: ['0.33', '0.33', '0.33'],
      difference: '',
      total: '1.00',
    });
    expect(shown('logged_hours', 'value', 'round-lines')).toMatchObject({ difference: '', total: '0.99' });
    const fitted = shown('logged_hours', 'value', 'largest-remainder');
    expect(fitted).toMatchObject({ difference: '', total: '1.00' });
    expect(fitted.lines.reduce((sum, text) => sum + Math.round(Number(text) * 100), 0)).toBe(100);
  });

  it('complaint 4: shares are never added up, and nothing is said to lack', () => {
    expect(shown('billable_share', 'value')).toEqual({
      lines: ['50.0 %', '100.0 %', '–'],
      difference: '',
      total: '75.0 %',
    });
  });

  it('complaint 7: a change is what a reader gets who subtracts, and hours and rate make it up', () => {
    expect(shown('billable_value', 'value').lines[0]).toBe('100.00');
    expect(shown('billable_value', 'before').lines[0]).toBe('90.01');
    expect(shown('billable_value', 'change').lines[0]).toBe('+9.99');
    const [byHours, byRate] = [
      shown('billable_value', 'by-hours').lines[0],
      shown('billable_value', 'by-rate').lines[0],
    ];
    expect([byHours, byRate]).toEqual(['−20.01', '+30.00']);
  });

  it('a share changes by points, in the cell and in what explains it, with room for them and no percentage of it', () => {
    expect(shown('billable_share', 'change')).toMatchObject({ lines: ['+25.0 pts', '–', '–'], total: '+50.0 pts' });
    const printed = printReport(measures, answer, defaultSettings);
    const context = { report, result: answer, printed, settings: defaultSettings };
    const told = explainCell(
      { measure: 'billable_share', row: ['Acme'] },
      { ...context, directory: { owners: {}, objects: {} } },
    );
    expect(told?.facts.find(({ label }) => label === 'Change')?.text).toBe('50.0 % now, 25.0 % before: +25.0 pts');
    const { scrolled: wide } = toGridColumns(report, answer, measures, labels, measureFigureWidths(printed));
    const ofShare = wide.filter(({ measure }) => measure.id === 'billable_share');
    expect(ofShare.map(({ figure }) => figure)).toEqual(['value', 'before', 'change']);
    expect(ofShare.at(-1)?.width).toBeGreaterThan('−100.0 pts'.length * 7);
  });

  it('changes lack what they lack of their total, in the line that says so, though what each period lacks is only noted', () => {
    const third = (client: string) => ({
      key: { client },
      records: 1,
      values: figures(null, null, '1.004'),
      before: { records: 1, values: figures(null, null, '0.996') },
      split: null,
    });
    const before = { records: 3, values: figures(null, null, '2.988') };
    const total = { records: 3, values: figures(null, null, '3.012'), before, split: null };
    const old: ReportResult = { ...answer, rows: ['Acme', 'Elm', 'Oak'].map(third), total };
    const sheet = printReport(measures, old, defaultSettings).find(({ measure }) => measure.id === 'billable_value')!;
    const lacking = (figure: GridColumn['figure']) =>
      toDifferenceCell(sheet, column('billable_value', figure), 'rounding').text;
    expect([lacking('value'), lacking('before'), lacking('change')]).toEqual(['', '', '+0.02']);
  });

  it('takes a line without a record before as nothing of what adds up, and as unknown of what does not', () => {
    expect(shown('billable_value', 'before').lines[1]).toBe('–');
    expect(shown('billable_value', 'change').lines[1]).toBe('+50.00');
    expect(shown('billable_value', 'percent').lines[1]).toBe('new');
    expect(shown('billable_share', 'change').lines[1]).toBe('–');
  });

  it('takes a line without a record now the same way, so that the changes of all lines make the total’s', () => {
    const gone = {
      key: { client: 'Oak' },
      records: 0,
      values: figures(null, null, null),
      before: { records: 2, values: figures('2', '0.5', '40.5') },
      split: null,
    };
    const old: ReportResult = { ...answer, rows: [gone] };
    const sheets = printReport(measures, old, defaultSettings);
    const text = (measure: string, figure: GridColumn['figure']) => {
      const sheet = sheets.find((each) => each.measure.id === measure)!;
      return toCell({ line: gone, printed: sheet.rows[0]! }, column(measure, figure), sheet, undefined).text;
    };
    expect([text('billable_value', 'value'), text('billable_value', 'change')]).toEqual(['–', '−40.50']);
    expect(text('billable_value', 'percent')).toBe('gone');
    expect(text('billable_share', 'change')).toBe('–');
  });

  it('shades from the smallest to the largest cell, and nothing where nothing is known or below 0', () => {
    const rows = [{ key: {}, values: {}, records: 1, cells: { logged_hours: ['1', '9', null, '0', '5', '-40'] } }];
    const span = findHeatSpans(rows, ['logged_hours']).get('logged_hours');
    expect(['1', '9', null, '0', '5', '-40'].map((value) => toHeat(value, span))).toEqual([1, 8, 0, 0, 5, 0]);
  });
});

describe('a figure that is explained', () => {
  const printed = printReport(measures, answer, defaultSettings);
  const context = {
    report,
    result: answer,
    printed,
    settings: defaultSettings,
    directory: { owners: {}, objects: {} },
  };

  it('is the one that was opened, with the records that make it', () => {
    const told = explainCell({ measure: 'billable_value', row: ['Acme'] }, context);
    expect(told).toMatchObject({ printed: '100.00', exact: '100.004', isIncomplete: false });
    expect(told?.records.filterGroups).toEqual([
      { filters: [{ propertyName: 'client', operator: 'EQ', value: 'Acme' }] },
    ]);
    expect(told?.records.properties).toContain('a552213_billable_amount');
  });

  it('of the compared period rests on that period', () => {
    const told = explainCell({ measure: 'billable_value', row: ['Acme'], isBefore: true }, context);
    expect(told).toMatchObject({ printed: '90.01', exact: '90.006' });
    expect(told?.records.period).toBe('2026-09');
  });

  it('of a chart’s mark is that mark’s, the rest’s too', () => {
    const rest = { key: { client: null }, folded: 4, values: figures('9', '0.5', '7.5'), records: 12 };
    const folded: ReportResult = { ...answer, rows: [...answer.rows, rest] };
    const over = { ...context, result: folded, printed: printReport(measures, folded, defaultSettings) };
    const mark = { measure: 'billable_value', key: {}, isTail: true, columnKey: undefined };
    expect(explainCell(findCellOfMark(report, mark), over)).toMatchObject({ exact: '7.5' });
    const own = { ...mark, key: { client: 'Acme' }, isTail: false };
    expect(explainCell(findCellOfMark(report, own), over)).toMatchObject({ exact: '100.004' });
    expect(findCellOfMark(report, { ...own, columnKey: null })).toMatchObject({ row: ['Acme'], column: null });
  });

  it('says hours of h:mm without a unit, in the total, too', () => {
    const clock = { ...defaultSettings, hoursStyle: 'clock' as const };
    const over = { ...context, settings: clock, printed: printReport(measures, answer, clock) };
    expect(explainCell({ measure: 'logged_hours', row: ['Acme'] }, over)).toMatchObject({
      printed: '0:20',
      unit: '',
    });
    expect(explainCell({ measure: 'logged_hours', row: ['Acme'] }, context)).toMatchObject({ unit: 'h' });
  });

  it('of a column that is whole is not called so far because another column is not', () => {
    const own = { values: { logged_hours: '1' }, records: 1 };
    const column = (key: string, complete: boolean) => ({ ...own, key, from: key, to: key, cut: false, complete });
    const asked = reportSchema.parse({ measures: ['logged_hours'], groupBy: [], columns: 'month' });
    const partly: ReportResult = {
      ...answer,
      complete: false,
      rows: [],
      columns: [column('2026-09-01', true), column('2026-10-01', false)],
      total: { records: 2, values: { logged_hours: '2' }, cells: { logged_hours: ['1', '1'] } },
    };
    const sheets = printReport([measures[0]!], partly, defaultSettings);
    const over = { ...context, report: asked, result: partly, printed: sheets };
    const isIncomplete = (key?: string) =>
      explainCell({ measure: 'logged_hours', row: [], ...(key !== undefined && { column: key }) }, over)?.isIncomplete;
    expect([isIncomplete('2026-09-01'), isIncomplete('2026-10-01'), isIncomplete()]).toEqual([false, true, true]);
  });

  it('of a column is not called so far because names are damaged', () => {
    const here = { complete: false, allRecordsHere: true as const };
    const own = { values: { logged_hours: '1' }, records: 1 };
    const asked = reportSchema.parse({ measures: ['logged_hours'], groupBy: [], columns: 'month' });
    const key = '2026-09-01';
    const damaged: ReportResult = {
      ...answer,
      ...here,
      rows: [],
      columns: [{ ...own, ...here, key, from: key, to: '2026-09-30', cut: false }],
      total: { ...own, cells: { logged_hours: ['1'] } },
    };
    const printed = printReport([measures[0]!], damaged, defaultSettings);
    const over = { ...context, report: asked, result: damaged, printed };
    expect(explainCell({ measure: 'logged_hours', row: [], column: key }, over)?.isIncomplete).toBe(false);
  });

  it('is not called so far because names are damaged: every record is in it', () => {
    const damaged: ReportResult = { ...answer, complete: false, allRecordsHere: true };
    const isIncomplete = (result: ReportResult) =>
      explainCell({ measure: 'logged_hours', row: [] }, { ...context, result })?.isIncomplete;
    expect([isIncomplete(damaged), isIncomplete({ ...answer, complete: false })]).toEqual([false, true]);
  });

  it('is none where the answer has no such line any more', () => {
    expect(explainCell({ measure: 'billable_value', row: ['Gone'] }, context)).toBeUndefined();
    expect(explainCell({ measure: 'margin', row: [] }, context)).toBeUndefined();
  });
});
