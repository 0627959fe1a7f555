import { describe, expect, it } from 'vitest';
import type { DataStatus } from '../../../src/contract/api.ts';
import { isOpenMonth, sealOf, sealText } from '../../../src/ui/coverage/seal.ts';

const at = { zone: 'UTC', now: Date.parse('2026-11-21T12:00:00Z') };
const quota = { used: 0, limit: 1000, resetsAt: '2026-11-22T00:00:00.000Z' };
const status: DataStatus = {
  records: 500,
  complete: false,
  asOf: null,
  anomalies: 0,
  waiting: 0,
  pending: 'nothing',
  quota,
  partitions: [
    { from: '2026-10', to: null, total: 400, held: 400, sealed: true },
    { from: '2025-10', to: '2026-09', total: 900, held: 100, sealed: false },
    { from: null, to: '2025-09', total: null, held: 0, sealed: false },
  ],
};
const september = { from: '2026-09-01', to: '2026-09-30' };
const october = { from: '2026-10-01', to: '2026-10-31' };

describe('the seal', () => {
  it('is complete only when the whole download was, and says as of when', () => {
    const whole = { ...status, complete: true, asOf: '2026-11-21T08:02:00.000Z' };
    expect(sealText(sealOf(whole, september), at)).toBe('Complete as of 08:02');
  });

  it('names the months of the period that are not whole', () => {
    expect(sealText(sealOf(status, september), at)).toBe('Partial: Sep 2026 not whole yet');
  });

  it('is not complete for months that are here but not proven', () => {
    const seal = sealOf(status, october);
    expect(seal.kind).toBe('partial');
    expect(sealText(seal, at)).toBe('Here, not verified yet');
  });

  it('of nothing says that nothing is here', () => {
    expect(sealOf({ ...status, records: 0 })).toEqual({ kind: 'empty' });
  });

  it('of an empty but complete workspace is complete', () => {
    expect(sealOf({ ...status, records: 0, complete: true, asOf: '2026-11-21T08:02:00.000Z' }).kind).toBe('complete');
  });
});

describe('a month', () => {
  it('is open as long as its part of the download is', () => {
    expect(isOpenMonth(status, '2026-10-01')).toBe(false);
    expect(isOpenMonth(status, '2026-09-01')).toBe(true);
    expect(isOpenMonth(status, '2019-01-01')).toBe(true);
  });

  it('is open before anything is known', () => {
    expect(isOpenMonth({ ...status, partitions: [] }, '2026-10-01')).toBe(true);
  });
});
