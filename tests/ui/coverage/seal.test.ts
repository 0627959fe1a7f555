import { describe, expect, it } from 'vitest';
import type { DataStatus } from '#contract/api.ts';
import { isMissing, findMonthState } from '#ui/coverage/months.ts';
import { explainSeal, judgeSeal, formatSeal } from '#ui/coverage/seal.ts';

const at = { zone: 'UTC' };
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
  it('is complete only when the whole download was, and says as of which day and time', () => {
    const whole = { ...status, complete: true, asOf: '2026-11-21T08:02:00.000Z' };
    expect(formatSeal(judgeSeal(whole, september), at)).toBe('Complete as of 21 Nov 2026 08:02');
  });

  it('names the file that records came from, until all of them were read from the service', () => {
    const whole = { ...status, complete: true, asOf: '2026-11-21T08:02:00.000Z' };
    const seal = judgeSeal({ ...whole, fromFile: '2026-11-20T07:00:00.000Z', unreadFromFile: 320 }, september);
    expect(formatSeal(seal, at)).toBe('From a file of 20 Nov 2026 07:00, not yet read from the service');
    expect(explainSeal(seal)).toContain('320 records were not read from the service since');
  });

  it('is not complete while names or settings that figures rest on are damaged', () => {
    const journal = {
      what: 'damaged',
      path: '/j',
      missingChanges: null,
      lost: null,
      isWhole: false,
      copy: null,
    } as const;
    const whole = { ...status, complete: true, asOf: '2026-11-21T08:02:00.000Z' };
    const lossy = { ...whole, journal: { ...journal, names: [], hitsFigures: true } };
    expect(formatSeal(judgeSeal(lossy, september), at)).toBe('Names damaged');
    expect(explainSeal(judgeSeal(lossy))).toContain('what is lost');
    expect(judgeSeal({ ...whole, journal: { ...journal, names: [], hitsFigures: false } }).kind).toBe('complete');
  });

  it('names the months of the period that are not whole', () => {
    expect(formatSeal(judgeSeal(status, september), at)).toBe('So far: Sep 2026 not complete yet');
  });

  it('names a part that begins in the last month of the period or ends in its first, and none that is outside of it', () => {
    const open = { total: null, held: 1, sealed: false };
    const parts = [
      { from: '2026-10', to: null, ...open },
      { from: null, to: '2026-07', ...open },
    ];
    const openIn = (from: string, to: string) => {
      const seal = judgeSeal({ ...status, partitions: parts }, { from, to });
      return seal.kind === 'partial' ? seal.open : seal.kind;
    };
    expect(openIn('2026-07-31', '2026-10-01')).toEqual([
      { from: '2026-10', to: '2026-10' },
      { from: '2026-07', to: '2026-07' },
    ]);
    expect(openIn('2026-08-01', '2026-09-30')).toEqual([]);
    // Two parts, and one without an end, are not told by their months.
    expect(formatSeal({ kind: 'partial', open: parts }, at)).toBe('So far: not all months are here yet');
    const closed = ['2026-07', '2026-10'].map((month) => ({ from: month, to: month }));
    expect(formatSeal({ kind: 'partial', open: closed }, at)).toBe('So far: not all months are here yet');
  });

  it('is partial, not damaged, as long as records are missing as well', () => {
    const journal = {
      what: 'damaged',
      path: '/j',
      missingChanges: null,
      lost: null,
      isWhole: false,
      copy: null,
    } as const;
    expect(judgeSeal({ ...status, journal: { ...journal, names: [], hitsFigures: true } }, september).kind).toBe(
      'partial',
    );
  });

  it('is not complete for months that are here but not proven', () => {
    const seal = judgeSeal(status, october);
    expect(seal.kind).toBe('partial');
    expect(formatSeal(seal, at)).toBe('So far: not verified yet');
    expect(explainSeal(seal)).toContain('Not verified yet');
  });

  it('says of a period that nothing of it is here that it is missing', () => {
    const seal = judgeSeal(status, september, new Map([['2026-08', 5]]));
    expect(seal.kind).toBe('missing');
    expect(formatSeal(seal, at)).toBe('Missing: Sep 2026');
    expect(judgeSeal(status, september, new Map([['2026-09', 5]])).kind).toBe('partial');
  });

  it('of nothing says that nothing is here', () => {
    expect(judgeSeal({ ...status, records: 0 })).toEqual({ kind: 'empty' });
  });

  it('of an empty but complete workspace is complete', () => {
    expect(judgeSeal({ ...status, records: 0, complete: true, asOf: '2026-11-21T08:02:00.000Z' }).kind).toBe(
      'complete',
    );
  });
});

describe('a month', () => {
  it('is complete only once the whole download was verified', () => {
    expect(findMonthState({ ...status, complete: true }, '2019-01-01', 0)).toBe('complete');
    expect(findMonthState(status, '2026-10-01', 400)).toBe('soFar');
  });

  it('that was read and is empty is not missing', () => {
    expect(findMonthState(status, '2026-10-01', 0)).toBe('soFar');
  });

  it('is missing as long as nothing of it was read', () => {
    expect(findMonthState(status, '2026-09-01', 0)).toBe('missing');
    expect(findMonthState(status, '2026-09', 1)).toBe('soFar');
    expect(findMonthState({ ...status, partitions: [] }, '2026-10-01', 0)).toBe('missing');
    expect(findMonthState(status, null, 0)).toBe('missing');
  });

  it('makes a period missing only together with all its months', () => {
    const quarter = { from: '2026-07-01', to: '2026-09-30' };
    expect(isMissing(status, quarter, new Map())).toBe(true);
    expect(isMissing(status, quarter, new Map([['2026-08', 1]]))).toBe(false);
    expect(isMissing(status, { from: '2026-09-28', to: '2026-10-04' }, new Map())).toBe(false);
  });
});
