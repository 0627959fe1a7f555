import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { defaultSettings } from '#domain/settings.ts';
import { openChangeLog, type ChangeLog } from '#electron/history/change-log.ts';
import { openJournal, type Journal } from '#electron/journal/journal.ts';
import { openSnapshot, type Snapshot } from '#electron/snapshot/snapshot.ts';
import { CHANGES_FILE, openMemory, type Memory } from '#electron/workspace/memory.ts';
import { scratchPlace } from '#tests/support/stores/scratch-place.ts';

const MONTHS = 8;
let folder: string;
let log: ChangeLog;
let snapshot: Snapshot;
let journal: Journal;
let memory: Memory | undefined;
let historyMonths: number | null;
let today: string;

beforeEach(async () => {
  folder = mkdtempSync(join(scratchPlace(), 'retention-'));
  historyMonths = 3;
  today = '2026-09-01';
  log = openChangeLog(join(folder, CHANGES_FILE));
  for (let month = 1; month <= MONTHS; month += 1) remember(month, `2026-0${month}-01`);
  snapshot = await openSnapshot(join(folder, 'snapshot.duckdb'));
  await snapshot.carryMerge(MONTHS);
  journal = openJournal(join(folder, 'journal.sqlite'));
});
afterEach(async () => {
  memory?.close();
  journal.close();
  await snapshot.close();
  rmSync(folder, { recursive: true });
});

function remember(number: number, day: string): void {
  const merge = log.open(number === 1 ? 'first' : 'refresh', '{}', `${day}T00:00:00.000Z`);
  merge.add([[String(number), null, { title: 'a' }]]);
  merge.finish();
  merge.confirm();
}

function open(): Memory {
  log.close();
  const settings = () => ({ ...defaultSettings, zone: 'UTC', historyMonths });
  const now = () => Date.parse(`${today}T00:00:00Z`);
  return (memory = openMemory({ directory: folder, journal, settings, now, onSent: () => undefined }));
}
const first = () => memory?.merges()[0]?.number;

/** Others have had their turn as often as anything could be removed. */
async function waitTurns(): Promise<void> {
  for (let turn = 0; turn < 2 * MONTHS; turn += 1) await setImmediate();
}

it('removes no more once the setting is another', async () => {
  const opened = open();
  await opened.settle(snapshot);
  // One is removed at a time, and the next one not before others had their turn.
  expect(first()).toBe(2);
  historyMonths = 24;
  await waitTurns();
  expect(first()).toBe(2);
  historyMonths = 3;
  await opened.settle(snapshot);
  await expect.poll(first).toBe(6);
});

it.each([
  ['nothing because the clock is wrong for some days', '2036-09-04', 1],
  ['what is old once the clock has said so for more than a month', '2036-10-04', MONTHS],
])('removes %s', async (_, last, begins) => {
  remember(MONTHS + 1, '2036-09-01');
  remember(MONTHS + 2, last);
  await snapshot.carryMerge(MONTHS + 2);
  today = '2036-10-05';
  await open().settle(snapshot);
  await waitTurns();
  expect(first()).toBe(begins);
});

it('keeps what the base rests on', async () => {
  log.saveBase({ merge: 3, sha256: '', columns: '' });
  await open().settle(snapshot);
  await waitTurns();
  expect(first()).toBe(3);
});
