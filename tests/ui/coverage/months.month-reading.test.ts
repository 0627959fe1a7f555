import { describe, expect, it } from 'vitest';
import type { DataStatus } from '#contract/api.ts';
import { findMonthReading, findPartition } from '#ui/coverage/months.ts';

const status: DataStatus = {
  records: 30,
  complete: false,
  asOf: null,
  anomalies: 0,
  waiting: 0,
  pending: 'download',
  quota: { used: 0, limit: 1000, resetsAt: '2026-11-22T00:00:00.000Z' },
  partitions: [
    { from: '2026-10', to: null, total: 10, held: 10, sealed: true },
    { from: '2025-10', to: '2026-09', total: 40, held: 20, sealed: false },
    { from: null, to: '2025-09', total: null, held: 0, sealed: false },
  ],
};

describe('a month that is not proven yet', () => {
  it('is read once the last page of its part was, though not complete', () => {
    expect(findMonthReading(status, '2026-11-01', 4, false)).toBe('read');
    expect(findMonthReading(status, '2027-01-01', 0, true)).toBe('read');
  });

  it('is being read only while a run is at its part', () => {
    expect(findMonthReading(status, '2026-09-01', 4, true)).toBe('reading');
    expect(findMonthReading(status, '2026-09-01', 4, false)).toBe('soFar');
    expect(findMonthReading(status, '2025-01-01', 1, true)).toBe('soFar');
  });

  it('is missing while nothing of it is here', () => {
    expect(findMonthReading(status, '2026-01-01', 0, true)).toBe('missing');
    expect(findMonthReading(status, null, 0, true)).toBe('missing');
  });

  it('is complete only with everything else', () => {
    expect(findMonthReading({ ...status, complete: true }, '2025-01-01', 0, false)).toBe('complete');
  });
});

it('a record without a month comes with the oldest part', () => {
  expect(findPartition(status, null)).toBe(status.partitions[2]);
  expect(findPartition(status, '2020-01-01')).toBe(status.partitions[2]);
  expect(findPartition(status, '2025-10')).toBe(status.partitions[1]);
  expect(findPartition(status, '2026-09-01')).toBe(status.partitions[1]);
  expect(findPartition(status, '2026-10')).toBe(status.partitions[0]);
  expect(findPartition(status, '2026-03')).toBe(status.partitions[1]);
});
