import { describe, expect, it } from 'vitest';
import type { DataStatus } from '#contract/api.ts';
import { countHeldByMonth } from '#ui/coverage/months.ts';
import { listCoveredMonths } from '#ui/screens/data/coverage-months.ts';

const status: DataStatus = {
  records: 3,
  complete: false,
  asOf: null,
  anomalies: 0,
  waiting: 0,
  pending: 'nothing',
  quota: { used: 0, limit: 1000, resetsAt: '2026-11-22T00:00:00.000Z' },
  partitions: [
    { from: '2026-02', to: null, total: 1, held: 1, sealed: true },
    { from: null, to: '2026-01', total: null, held: 2, sealed: false },
  ],
};
const row = (month: string | null, records: number) => ({ key: { a552213_month_year: month }, values: {}, records });

describe('the coverage strip', () => {
  it('shows every month in between, and says of each whether it is whole', () => {
    const rows = [row('2025-11-01', 2), row('2026-02-01', 1), row(null, 4)];
    const result = { asOf: null, complete: false, records: 7, rows, totals: {} };
    expect(listCoveredMonths(countHeldByMonth(result), { ...status, complete: true }, '2026-02-20')).toEqual([
      { month: '2025-11-01', records: 2, state: 'complete' },
      { month: '2025-12-01', records: 0, state: 'complete' },
      { month: '2026-01-01', records: 0, state: 'complete' },
      { month: '2026-02-01', records: 1, state: 'complete' },
      { month: null, records: 4, state: 'complete' },
    ]);
  });

  it('is complete throughout once all is verified', () => {
    const held = new Map([
      ['2026-01', 2],
      ['2026-03', 1],
    ]);
    expect(listCoveredMonths(held, { ...status, complete: true }, '2026-02-20').map(({ state }) => state)).toEqual([
      'complete',
      'complete',
      'complete',
    ]);
  });

  it('offers two years while it is not known how far back records go, and says of each what is here', () => {
    const held = new Map([
      ['2024-01', 3],
      ['2026-02', 1],
    ]);
    const months = listCoveredMonths(held, status, '2026-03-20');
    expect(months).toHaveLength(27);
    expect(months[0]).toEqual({ month: '2024-01-01', records: 3, state: 'soFar' });
    expect(months[1]).toEqual({ month: '2024-02-01', records: 0, state: 'missing' });
    expect(months.at(-2)).toEqual({ month: '2026-02-01', records: 1, state: 'soFar' });
    expect(months.at(-1)).toEqual({ month: '2026-03-01', records: 0, state: 'soFar' });
    expect(listCoveredMonths(new Map(), { ...status, partitions: [] }, '2026-03-20')).toHaveLength(24);
  });

  it('of a proven nothing is empty', () => {
    expect(listCoveredMonths(new Map(), { ...status, complete: true }, '2026-03-20')).toEqual([]);
  });
});
