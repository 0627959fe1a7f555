/** What an earlier run left: read, or refused by its right name, and gone on with by what may still be believed. */
import { describe, expect, it } from 'vitest';
import { AppFailure } from '#contract/errors.ts';
import { applyIdPage } from '#electron/sync/phases/id-pages.ts';
import { judgeCounts } from '#electron/sync/machine.ts';
import { resume } from '#electron/sync/resume.ts';
import { BATCH_IDS_TO_CHECK } from '#electron/sync/service.ts';
import { createState, serializeState, readState, type PhaseOf, type SyncState } from '#electron/sync/state.ts';
import { MemoryStore } from '#tests/support/stores/memory-store.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { benchOf, unevenMonths } from './harness.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const nothing = { full: false, audit: false, list: false, scrub: false };

async function storeOf(count: number): Promise<MemoryStore> {
  const store = new MemoryStore();
  const upsert = Array.from({ length: count }, (_, at) => recordOf(String(at + 1)));
  await store.commit({ upsert, remove: [], state: '', publish: true });
  return store;
}

it.each([
  [1, 'store-damaged'],
  [2, 'store-newer'],
])('a state of version %i that cannot be read is %s', (version, code) => {
  const text = JSON.stringify({ ...createState(NOW), version, phase: { name: 'unheard-of' } });
  const read = () => readState(text);
  expect(read).toThrow(AppFailure);
  expect(read).toThrow(code);
});

it('a walk that was left off is preceded by a look where this computer’s clock went back: the pause may have been long', () => {
  const walk: SyncState = { ...createState(NOW), phase: { name: 'walk' } };
  expect(resume(walk, nothing, NOW + 60_000).phase).toEqual({ name: 'walk' });
  expect(resume(walk, nothing, NOW - 60_000).phase).toEqual({ name: 'probe', onward: 'walk' });
});

it('a proof that was left off is drawn anew from a look: what was counted before the pause proves nothing now', () => {
  const phase: PhaseOf<'confirm'> = {
    name: 'confirm',
    suspects: ['7'],
    tries: 2,
    unresolved: false,
    onward: { name: 'done', verified: true, asOf: NOW },
  };
  expect(resume({ ...createState(NOW), phase }, nothing, NOW + 1).phase).toEqual({
    ...phase,
    tries: 0,
    onward: { name: 'probe', onward: 'judge' },
  });
});

it('what search once did not see is forgotten when the counts agree without it', async () => {
  const store = await storeOf(3);
  const unsearchable = [{ id: '2', month: null, createdAt: NOW - 1, alive: true, absent: true }];
  const phase: PhaseOf<'judge'> = {
    name: 'judge',
    before: null,
    total: 3,
    asOf: NOW,
    root: { before: NOW, asOf: NOW, total: 3 },
  };
  const judged = await judgeCounts({ ...createState(NOW), unsearchable }, phase, store);
  expect(judged).toMatchObject({ phase: { name: 'done', verified: true }, unsearchable: [] });
});

describe('a full reading', () => {
  const pages: PhaseOf<'pages'> = {
    name: 'pages',
    kind: 'full',
    since: null,
    cursor: null,
    startedAt: null,
    asOf: null,
    resumed: false,
    pagesLeft: null,
    expected: null,
    short: false,
    least: 0,
    suspects: [],
  };
  const empty = { kind: 'page', records: [], total: 0, after: null, date: NOW } as const;
  const before = NOW - 86_400_000;

  it.each([
    [BATCH_IDS_TO_CHECK, true],
    [BATCH_IDS_TO_CHECK + 1, false],
  ])('that misses %i records moves the watermark: %s', async (missed, moves) => {
    const state: SyncState = { ...createState(NOW), watermark: before, total: missed, phase: pages };
    const { watermark } = (await applyIdPage(state, pages, empty, await storeOf(missed))).state;
    expect((watermark ?? 0) > before).toBe(moves);
  });
});

it('the pages of a first download leave the bound of what closes it untouched', async () => {
  const bench = benchOf({ seed: 3 }, unevenMonths(4_000, 24));
  const { requestsUsed } = await bench.sync();
  expect(requestsUsed).toBeGreaterThan(20);
  expect(readState(bench.store.state ?? serializeState(createState(NOW))).run.asked).toBeLessThanOrEqual(3);
});
