import { expect, test } from 'vitest';
import { readCoverage } from '#electron/features/completeness.ts';
import { createState, serializeState, type SyncState, type Partition } from '#electron/sync/state.ts';

const partition = (monthFrom: string | undefined, monthBelow: string | undefined, sealed: boolean): Partition => ({
  ...(monthFrom === undefined ? {} : { monthFrom }),
  ...(monthBelow === undefined ? {} : { monthBelow }),
  cursor: '1',
  total: 10,
  expected: null,
  sealed,
});

const stateOf = (change: Partial<SyncState>) => serializeState({ ...createState(0), ...change });
const downloading = stateOf({
  tiers: [
    partition('2026-09-01', undefined, true),
    partition('2026-06-01', '2026-09-01', false),
    partition(undefined, '2026-06-01', false),
  ],
});

test('nothing is whole before the first request', () => {
  const coverage = readCoverage(undefined);
  expect(coverage).toMatchObject({ asOf: null, complete: false });
  expect(coverage.missing({ from: '2026-10-01', to: '2026-10-31' }, 'recorded')).toEqual(['2026-10-01']);
});

test('while months are still coming in, a period names those that were not read', () => {
  const coverage = readCoverage(downloading);
  expect(coverage.complete).toBe(false);
  expect(coverage.missing({ from: '2026-07-06', to: '2026-09-06' }, 'recorded')).toEqual(['2026-07-01', '2026-08-01']);
});

test('months that were read are not whole before everything was counted once more', () => {
  const coverage = readCoverage(downloading);
  expect(coverage.missing({ from: '2026-09-01', to: '2026-10-31' }, 'recorded')).toEqual(['2026-09-01', '2026-10-01']);
});

test('by the clock, the month beside a period counts too: a zone may have put a record there', () => {
  const coverage = readCoverage(downloading);
  expect(coverage.missing({ from: '2026-09-01', to: '2026-09-30' }, 'clock')).toEqual(['2026-08-01']);
});

test('once everything was proven whole, nothing is missing', () => {
  const coverage = readCoverage(
    stateOf({ sealed: { asOf: Date.UTC(2026, 9, 21, 8), total: 3 }, tiers: [partition(undefined, undefined, false)] }),
  );
  expect(coverage).toMatchObject({ asOf: '2026-10-21T08:00:00.000Z', complete: true });
  expect(coverage.missing({ from: '2020-01-01', to: '2026-12-31' }, 'clock')).toEqual([]);
});
