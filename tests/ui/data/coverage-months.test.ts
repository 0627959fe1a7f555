import { describe, expect, it } from 'vitest';
import type { DataStatus } from '../../../src/contract/api.ts';
import { heldMonths } from '../../../src/ui/coverage/months.ts';
import { coveredMonths } from '../../../src/ui/screens/data/coverage-months.ts';

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
    expect(coveredMonths(heldMonths(result), status)).toEqual([
      { month: '2025-11-01', records: 2, state: 'soFar' },
      { month: '2025-12-01', records: 0, state: 'missing' },
      { month: '2026-01-01', records: 0, state: 'missing' },
      { month: '2026-02-01', records: 1, state: 'soFar' },
      { month: null, records: 4, state: 'soFar' },
    ]);
  });

  it('is complete throughout once all is verified', () => {
    const held = new Map([
      ['2026-01', 2],
      ['2026-03', 1],
    ]);
    expect(coveredMonths(held, { ...status, complete: true }).map(({ state }) => state)).toEqual([
      'complete',
      'complete',
      'complete',
    ]);
  });

  it('of nothing is empty', () => {
    expect(coveredMonths(new Map(), status)).toEqual([]);
  });
});
