import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findCarriedMerge, settleFailed } from '#electron/features/exports/sent.ts';
import type { Merge } from '#electron/history/change-log.ts';

const toMerge = (kind: Merge['kind'], at: number): Merge => ({
  number: at + 1,
  kind,
  seenAt: '2026-11-02T08:00:00.000Z',
  state: '',
  counts: { appeared: 0, changed: 0, vanished: 0 },
});

it('finds the last merge that belongs to records that were read, though others come meanwhile', () => {
  const merges = (['first', 'journal', 'refresh', 'journal'] as const).map(toMerge);
  expect(findCarriedMerge(1, merges)).toBe(2);
  expect(findCarriedMerge(1, merges.slice(0, 1))).toBe(1);
  expect(findCarriedMerge(3, merges)).toBe(4);
  expect(findCarriedMerge(undefined, [])).toBe(null);
});

it('settles a file that could not be finished by what is in its place', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'settled-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'there.csv'), 'hours');
  const sha256 = createHash('sha256').update('hours').digest('hex');
  const settled: (readonly [string | null, boolean])[] = [];
  for (const path of [join(folder, 'there.csv'), join(folder, 'never.csv'), join(folder, 'gone', 'there.csv'), null])
    await settleFailed((isDelivered) => void settled.push([path, isDelivered]), { path, sha256 });
  expect(settled).toEqual([
    [join(folder, 'there.csv'), true],
    [join(folder, 'never.csv'), false],
    [null, false],
  ]);
});
