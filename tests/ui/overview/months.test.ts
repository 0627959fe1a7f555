import { describe, expect, it } from 'vitest';
import type { DataStatus } from '../../../src/contract/api.ts';
import type { ReportResult } from '../../../src/domain/reports/report.ts';
import { changeOf } from '../../../src/ui/screens/overview/comparison.ts';
import { monthRows } from '../../../src/ui/screens/overview/month-rows.ts';
import { monthWindow, windowPeriod } from '../../../src/ui/screens/overview/month-window.ts';
import { byMeasure } from '../../../src/ui/screens/overview/order.ts';

const complete: DataStatus = {
  records: 10,
  complete: true,
  asOf: '2026-11-21T08:00:00.000Z',
  partitions: [],
  quota: { used: 0, limit: 1000, resetsAt: '2026-11-22T00:00:00.000Z' },
  anomalies: 0,
  waiting: 0,
  pending: 'nothing',
};
const result: Pick<ReportResult, 'rows'> = {
  rows: [{ key: { a552213_month_year: '2026-10-01' }, values: { billable_value: '12.5' }, records: 3 }],
};

describe('the months of the chart', () => {
  it('are thirteen, end with the period, and cross the year', () => {
    const months = monthWindow('2026-01-31');
    expect(months).toHaveLength(13);
    expect(months[0]).toBe('2025-01-01');
    expect(months.at(-1)).toBe('2026-01-01');
    expect(windowPeriod(months)).toBe('2025-01..2026-01');
  });

  it('are all there, those without records too, without a figure of 0', () => {
    const rows = monthRows(result, {
      months: monthWindow('2026-11-30'),
      today: '2026-11-21',
      status: complete,
      held: undefined,
      period: { from: '2026-10-01', to: '2026-10-31' },
    });
    expect(rows).toHaveLength(13);
    expect(rows.find(({ month }) => month === '2026-09-01')).toMatchObject({ records: 0, values: {} });
    expect(rows.filter(({ isChosen }) => isChosen).map(({ month }) => month)).toEqual(['2026-10-01']);
    expect(rows.filter(({ state }) => state === 'soFar').map(({ month }) => month)).toEqual(['2026-11-01']);
  });

  it('are “so far” until all is verified, and missing where nothing of them is here', () => {
    const partitions = [{ from: '2026-09', to: null, total: 9, held: 1, sealed: false }];
    const status = { ...complete, complete: false, partitions };
    const rows = monthRows(result, {
      months: ['2026-07-01', '2026-08-01', '2026-10-01', '2026-12-01'],
      today: '2026-11-21',
      status,
      // A filter may leave nothing of a month that is here.
      held: new Map([
        ['2026-08', 4],
        ['2026-10', 3],
      ]),
      period: undefined,
    });
    expect(rows.map(({ state }) => state)).toEqual(['missing', 'soFar', 'soFar', 'soFar']);
  });
});

describe('the change of a tile', () => {
  it('is in percent, of shares in points', () => {
    expect(changeOf('logged_hours', '104.1', '100')).toEqual({ text: '+4.1 %', sign: 1 });
    expect(changeOf('billable_share', '0.705', '0.724')).toEqual({ text: '−1.9 pts', sign: -1 });
    expect(changeOf('margin_percent', '41.1', '41.9')).toEqual({ text: '−0.8 pts', sign: -1 });
  });

  it('is not said where one side is not known', () => {
    expect(changeOf('logged_hours', null, '100')).toBeUndefined();
    expect(changeOf('logged_hours', '100', '0')).toBeUndefined();
  });
});

describe('people in order', () => {
  it('stand by exact value, the unknown last', () => {
    const row = (id: string, hours: string | null) => ({ key: { id }, values: { logged_hours: hours }, records: 1 });
    const rows = [row('a', null), row('b', '9007199254740992.5'), row('c', '9007199254740993'), row('d', '-1')];
    expect(byMeasure(rows, 'logged_hours').map(({ key }) => key['id'])).toEqual(['c', 'b', 'd', 'a']);
  });
});
