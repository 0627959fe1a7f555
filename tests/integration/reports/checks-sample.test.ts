/** The review queue over the sample: what was planted is found, and nothing else but what is told here. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSnapshot, type Snapshot } from '#electron/snapshot/snapshot.ts';
import { createSample } from '#service/sample.ts';
import { checks } from '#domain/checks/checks.ts';
import { readThresholdUnits } from '#domain/checks/check.ts';
import { witnessFindings } from '#tests/support/stores/check-manifest.ts';
import { chooseSize, secondTier } from '#tests/support/tier.ts';
import { sampleRecords } from '#tests/support/worlds/sample-records.ts';

const sample = createSample({ seed: 7, asOf: '2026-11-21', months: chooseSize(6, 24) });
const records = sampleRecords(sample.records);
let folder: string;
let snapshot: Snapshot;
const found = new Map<string, readonly string[]>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'checks-sample-'));
  snapshot = await openSnapshot(join(folder, 'snapshot.duckdb'));
  await snapshot.commit({ upsert: records, remove: [], state: '{}', publish: true });
  for (const check of checks) {
    const { findings } = await snapshot.findings({
      selection: { filterGroups: [], query: '', zone: 'UTC' },
      thresholds: readThresholdUnits({}),
      marked: () => ({ ids: [], holds: () => false }),
      check,
      reviewed: false,
      columns: [],
      offset: 0,
      limit: 500,
    });
    found.set(check.id, findings.map(({ id }) => id).toSorted());
  }
}, 120_000);

afterAll(async () => {
  await snapshot.close();
  rmSync(folder, { recursive: true });
});

const planted = (name: string) => sample.planted[name] ?? [];

test.each([
  ['billable-without-rate', 'billable-without-rate'],
  ['cost-unknown', 'cost-unknown'],
  ['no-client', 'without-object'],
  ['no-owner', 'without-owner'],
  ['no-category', 'without-category'],
  ['amount-differs', 'amount-differs'],
  ['margin-differs', 'margin-differs'],
  ['billable-over-total', 'billable-over-total'],
  ['end-before-start', 'end-before-start'],
  ['toggle-on', 'timer-on'],
  ['no-month', 'without-month'],
  ['no-minutes', 'without-minutes'],
  ['unreadable', 'unreadable'],
  ['duplicate', 'duplicate'],
  ['twenty-four-hours', 'enormous-hours'],
  ['hours-are-minutes', 'hours-differ'],
  // A legitimate credit: listed once, and reviewed away by a person.
  ['correction', 'negative'],
])('%s: exactly the planted records are found by %s', (name, check) => {
  expect(planted(name).length).toBeGreaterThan(0);
  expect(found.get(check)).toEqual([...planted(name)].toSorted());
});

test('values unlike their automatic twin are found, and with them the hours that are minutes, which is true of them', () => {
  expect(found.get('twin-differs')).toEqual([...planted('twin-differs'), ...planted('hours-are-minutes')].toSorted());
});

test('the planted overlaps are found, and one entry more that really is in the time of one of them', async () => {
  const more = (found.get('overlap') ?? []).filter((id) => !planted('overlap').includes(id));
  expect(planted('overlap').every((id) => found.get('overlap')?.includes(id))).toBe(true);
  expect(more).toHaveLength(1);
  const spans = new Map(records.map(({ id, values }) => [id, values]));
  const span = (id: string | undefined) => {
    const values = spans.get(id ?? '');
    const at = (name: string) => Number(values?.get(`a552213_${name}`));
    return { start: at('first_start_date'), end: at('first_end_date'), owner: values?.get('platform_owner_id') };
  };
  const other = span(more[0]);
  const shares = planted('overlap').filter((id) => {
    const each = span(id);
    return each.owner === other.owner && each.start < other.end && other.start < each.end;
  });
  expect(shares.length).toBeGreaterThan(0);
});

test('nothing is found where nothing was planted: costs and very large values', () => {
  expect([found.get('cost-differs'), found.get('enormous-amount')]).toEqual([[], []]);
});

test('a second reading of the checks finds the same on all of the sample', secondTier, () => {
  const sorted = [...witnessFindings(records)].map(([id, ids]) => [id, ids.toSorted()] as const);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(sorted));
});
