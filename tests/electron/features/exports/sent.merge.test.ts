import { expect, it } from 'vitest';
import type { Merge } from '#electron/history/change-log.ts';
import { findMergeOf } from '#electron/features/exports/sent.ts';

const toMerge = (kind: Merge['kind'], at: number): Merge => ({
  number: at + 1,
  kind,
  seenAt: '2026-11-02T08:00:00.000Z',
  state: '',
  counts: { appeared: 0, changed: 0, vanished: 0 },
});

it('finds the last merge that belongs to records that were read, though others come meanwhile', () => {
  const merges = (['first', 'journal', 'refresh', 'journal'] as const).map(toMerge);
  expect(findMergeOf(1, merges)).toBe(2);
  expect(findMergeOf(1, merges.slice(0, 1))).toBe(1);
  expect(findMergeOf(3, merges)).toBe(4);
  expect(findMergeOf(undefined, [])).toBe(null);
});
