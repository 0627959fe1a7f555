import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { defaultSettings } from '#domain/settings.ts';
import { openChangeLog } from '#electron/history/change-log.ts';
import { openJournal } from '#electron/journal/journal.ts';
import { openSnapshot } from '#electron/snapshot/snapshot.ts';
import { CHANGES_FILE, openMemory } from '#electron/workspace/memory.ts';
import { scratchPlace } from '#tests/support/stores/scratch-place.ts';

const MONTHS = 8;

it('removes no more once the setting is another', async () => {
  const folder = mkdtempSync(join(scratchPlace(), 'retention-'));
  const log = openChangeLog(join(folder, CHANGES_FILE));
  for (let month = 1; month <= MONTHS; month += 1) {
    const merge = log.open(month === 1 ? 'first' : 'refresh', '{}', `2026-0${month}-01T00:00:00.000Z`);
    merge.add([[String(month), null, { title: 'a' }]]);
    merge.finish();
    merge.confirm();
  }
  log.close();
  const snapshot = await openSnapshot(join(folder, 'snapshot.duckdb'));
  await snapshot.carryMerge(MONTHS);
  const journal = openJournal(join(folder, 'journal.sqlite'));
  let historyMonths: number | null = 3;
  const memory = openMemory({
    directory: folder,
    journal,
    settings: () => ({ ...defaultSettings, zone: 'UTC', historyMonths }),
    now: () => Date.parse('2026-09-01T00:00:00Z'),
    onSent: () => undefined,
  });
  const first = () => memory.merges()[0]?.number;
  try {
    await memory.settle(snapshot);
    // One is removed at a time, and the next one not before others had their turn.
    expect(first()).toBe(2);
    historyMonths = 24;
    for (let turn = 0; turn < 2 * MONTHS; turn += 1) await setImmediate();
    expect(first()).toBe(2);
    historyMonths = 3;
    await memory.settle(snapshot);
    await expect.poll(first).toBe(6);
  } finally {
    memory.close();
    journal.close();
    await snapshot.close();
    rmSync(folder, { recursive: true });
  }
});
