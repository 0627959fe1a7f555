/** What a page tells of clocks, and what it may be held to. */
import { describe, expect, it } from 'vitest';
import { readClock, countSearchable, hasSettled, isLastPage, noteClocks } from '#electron/sync/pages.ts';
import type { PageResponse } from '#electron/sync/service.ts';
import { createState, OVERLAP, type Unsearchable } from '#electron/sync/state.ts';
import { MemoryStore } from '#tests/support/stores/memory-store.ts';
import { recordOf } from '#tests/support/worlds/records.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const YEAR = 365 * 86_400_000;

function pageOf(stamps: readonly number[]): PageResponse {
  const records = stamps.map((updatedAt, at) => recordOf(String(1000 - at), {}, { updatedAt }));
  return { kind: 'page', records, total: records.length, after: null, date: NOW };
}

describe('the time of an answer', () => {
  it('is the stamps’ where two hundred of them lie ahead, and the header’s where a few do', () => {
    const ahead = NOW + 10 * OVERLAP;
    expect(readClock(pageOf(Array.from({ length: 200 }, () => ahead)))).toBe(ahead);
    expect(readClock(pageOf(Array.from({ length: 199 }, () => ahead)))).toBe(NOW);
  });

  it('is not moved by a stamp that is years ahead: no clock is', () => {
    expect(noteClocks(createState(NOW), pageOf([NOW + YEAR])).ahead).toBe(0);
    expect(noteClocks(createState(NOW), pageOf([NOW + 60_000])).ahead).toBe(60_000);
  });
});

it('a contradiction of a service without a clock settles even where this computer’s clock went back since', () => {
  const contradicted = { clock: null, local: NOW };
  const at = (touchedAt: number) => hasSettled({ ...createState(touchedAt), contradicted });
  expect(at(NOW + OVERLAP / 2)).toBe(false);
  expect(at(NOW + OVERLAP)).toBe(true);
  expect(at(NOW - YEAR)).toBe(true);
});

it('a record without a month that search does not see is left out of ranges that hold it, and of no others', async () => {
  const store = new MemoryStore();
  await store.commit({ upsert: [recordOf('7'), recordOf('8')], remove: [], state: '', publish: true });
  const unseen: Unsearchable = { id: '7', month: null, createdAt: NOW, alive: true, absent: true };
  const months = { monthFrom: '2026-01-01', monthBelow: '2026-02-01' };
  expect(await countSearchable(store, { ...months, orNoMonth: true }, [unseen])).toBe(1);
  expect(await countSearchable(store, months, [unseen])).toBe(0);
});

it('takes a full page without a next one for the last only where the total says so', () => {
  const records = Array.from({ length: 200 }, (_, at) => recordOf(String(1000 - at)));
  const page = { kind: 'page', records, after: null, date: null } as const;
  for (const [total, isEnd] of [
    [200, true],
    [201, false],
    [null, false],
  ] as const)
    expect(isLastPage({ ...page, total }), String(total)).toBe(isEnd);
  expect(isLastPage({ ...page, records: records.slice(1), total: null })).toBe(true);
  expect(isLastPage({ ...page, records: records.slice(1), total: null, after: '200' })).toBe(false);
  expect(isLastPage({ ...page, records: [], total: 300, after: '200' })).toBe(true);
});
