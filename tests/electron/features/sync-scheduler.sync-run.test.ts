/** What one run tells while it brings records, and what it notes of their number. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SyncProgress } from '#contract/api.ts';
import type { AppEvent } from '#contract/events.ts';
import { runOnWorkspace, type RunListener } from '#electron/features/sync-scheduler.ts';
import type { SyncOptions } from '#electron/sync/run.ts';
import { Killed } from '#tests/support/stores/memory-store.ts';
import { Bench, HOUR, RECORDS, START } from './sync-harness.ts';

let bench: Bench;
let events: AppEvent['event'][];
let steps: SyncProgress[];
let reopens: (number | undefined)[];
/** Each look at the clock takes so long. */
let lookMs: number;
let clock: number;

const now = () => (clock += lookMs);
const listener: RunListener = {
  progress: (step) => void steps.push(step),
  reopens: (at) => void reopens.push(at),
};
const run = (options: SyncOptions = {}, workspace = bench.open()) =>
  runOnWorkspace({ now, emit: ({ event }) => void events.push(event) }, workspace, options, listener);
const count = (event: AppEvent['event']) => events.filter((each) => each === event).length;

beforeEach(() => {
  [events, steps, reopens, lookMs, clock] = [[], [], [], 0, START];
  bench = new Bench(() => clock);
});
afterEach(() => bench.preferences.close());

it('tells of each page, and lets figures on screen follow at intervals and at its end', async () => {
  await run();
  expect(steps.at(-1)).toMatchObject({ held: RECORDS, total: RECORDS });
  expect([count('sync.progress'), count('data.changed')]).toEqual([steps.length, 2]);
  expect(events.at(-1)).toBe('data.changed');
  events = [];
  lookMs = 701;
  await run({ full: true });
  expect(count('data.changed')).toBe(count('sync.progress') + 1);
});

it('that fails has figures on screen read anew, and tells when the service opens again', async () => {
  bench.resets.hereMs = START + HOUR;
  bench.store.die = 'after';
  await expect(run()).rejects.toThrow(Killed);
  expect([events, reopens]).toEqual([['data.changed'], [START + HOUR]]);
});

it('notes how many records there are once the service has said so, in place of what was said before', async () => {
  bench.total = 7;
  await run({ list: true, maxRequests: 1 });
  expect(bench.total).toBe(7);
  await run({ maxRequests: 1 });
  expect(bench.total).toBe(RECORDS);
});

it('is no failure where the number cannot be noted', async () => {
  const workspace = bench.open();
  const full = { ...workspace, noteTotal: () => expect.fail('disk full') };
  expect(await run({}, full)).toMatchObject({ status: 'complete' });
});
