/** Every kind of figure of the Overview explains itself by the answer it was read from, with the records that make it. */
import { describe, expect, it } from 'vitest';
import { reportSchema, type ReportResult } from '#domain/reports/definition/report.ts';
import { defaultSettings, type Settings } from '#domain/settings.ts';
import { explainFigure, type Answer, type Answers, type FigurePlace } from '#ui/screens/overview/explain-figure.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';

const settings: Settings = { ...defaultSettings, zone: 'UTC', hoursStyle: 'clock', currency: 'EUR' };
const period = { text: '2026-W46', from: '2026-11-09', to: '2026-11-15', calendar: 'recorded-week' } as const;

const resultOf = (parts: Partial<ReportResult>): ReportResult =>
  reportResult({ asOf: '2026-11-20T08:02:11.000Z', period, ...parts });

const people: Answer = {
  report: reportSchema.parse({ measures: ['logged_hours', 'gap_hours'], groupBy: ['platform_owner_id'] }),
  result: resultOf({
    rows: [
      { key: { platform_owner_id: '7' }, values: { logged_hours: '35.38333333', gap_hours: '4.61666667' }, records: 5 },
    ],
  }),
};
const week = (key: string) => ({ key, from: key, to: key, cut: false, complete: true, values: {}, records: 1 });
const clientWeeks: Answer = {
  report: reportSchema.parse({ measures: ['billable_logged_hours'], groupBy: ['client'], columns: 'week' }),
  result: resultOf({
    rows: [{ key: { client: 'Brightwater' }, values: { billable_logged_hours: '12' }, records: 4 }],
    columns: [week('2026-11-09')],
  }),
};
const figures: Answer = {
  report: reportSchema.parse({ measures: ['billable_value'], query: 'audit', compare: 'previous', period: '2026-W46' }),
  result: resultOf({ complete: false, missing: ['2026-11-01'], total: { values: {}, records: 40 } }),
};

const explained = (placed: FigurePlace, answers: Answers = { people, clientWeeks, figures }) =>
  explainFigure(placed, { answers, settings, directory: directoryOf({ owners: { 7: { name: 'Ada' } } }) });
const fact = (told: ReturnType<typeof explained>, label: string) =>
  told?.facts.find((each) => each.label === label)?.text;

describe('a figure of the Overview', () => {
  it('of a person is hers, printed as in the table, and opens her records', () => {
    const told = explained({ kind: 'cell', answer: 'people', cell: { measure: 'gap_hours', row: ['7'] } });
    expect(told).toMatchObject({ where: 'Ada', printed: '4:37', unit: '', exact: '4.61666667', isIncomplete: false });
    expect(fact(told, 'Counted')).toBe('5 records');
    expect(told?.records.filterGroups).toEqual([
      { filters: [{ propertyName: 'platform_owner_id', operator: 'EQ', value: '7' }] },
    ]);
  });

  it('of a running period is of all its days, and its change of those to yesterday', () => {
    const report = reportSchema.parse({ measures: ['logged_hours'], period: '2026' });
    const line = (logged: string, before?: string) => ({
      values: { logged_hours: logged },
      records: 2,
      ...(before !== undefined && { before: { values: { logged_hours: before }, records: 2 } }),
    });
    const comparison = {
      kind: 'previous',
      period: { text: '', from: '2025-01-01', to: '2025-11-19', calendar: 'clock' },
      elapsedDays: 323,
      refused: null,
    } as const;
    const told = explained(
      { kind: 'cell', answer: 'figures', cell: { measure: 'logged_hours', row: [] } },
      {
        figures: { report, result: resultOf({ total: line('40') }) },
        compared: {
          report: { ...report, compare: 'previous' },
          result: resultOf({ total: line('32', '30'), comparison }),
        },
      },
    );
    expect(told).toMatchObject({ exact: '40' });
    expect([fact(told, 'Compared with'), fact(told, 'Change')]).toEqual([
      expect.stringContaining('as many days as have elapsed (323), by start time'),
      '32:00 now, 30:00 before: +2:00',
    ]);
  });

  it('of a client gone quiet counts weeks, by a formula of its own, over the client’s records', () => {
    const told = explained({ kind: 'quiet', client: { name: 'Brightwater', weeks: 5 } });
    expect(told).toMatchObject({ where: 'Brightwater', printed: '5', unit: 'weeks', exact: '5' });
    expect(fact(told, 'Formula')).toContain('since the last week with billable hours');
    expect(told?.records.filterGroups[0]?.filters[0]).toMatchObject({ propertyName: 'client', value: 'Brightwater' });
  });

  it('of a check says what it looks for, what it rests on, and lists its findings', () => {
    const check = {
      id: 'hours-differ',
      open: 3,
      reviewed: 1,
      value: '1849.5',
      minutes: '90',
      kind: 'list',
      examined: 40,
      everywhere: { examined: 40, found: 4 },
    } as const;
    const records = explained({ kind: 'check', check, figure: 'records' });
    expect(records).toMatchObject({ printed: '3', unit: '', exact: '3', isIncomplete: true });
    expect(records?.records).toMatchObject({ check: 'hours-differ', query: 'audit', period: '2026-W46' });
    expect(fact(records, 'Formula')).toMatch(/^number of open findings\. .*divided by 60/);
    expect(fact(records, 'Coverage')).toContain('Nov 2026');
    expect(explained({ kind: 'check', check, figure: 'minutes' })).toMatchObject({ printed: '1:30', exact: '1.5' });
    expect(explained({ kind: 'check', check, figure: 'value' })).toMatchObject({ printed: '1,849.50', unit: 'EUR' });
  });

  it('whose answer is not here, or no longer has it, explains nothing', () => {
    const placed = { kind: 'cell', answer: 'people', cell: { measure: 'gap_hours', row: ['8'] } } as const;
    expect(explained(placed)).toBeUndefined();
    expect(explained(placed, {})).toBeUndefined();
    expect(explained({ kind: 'quiet', client: { name: 'Gone', weeks: 4 } })).toBeUndefined();
  });
});
