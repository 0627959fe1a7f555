/** How often records are looked at by themselves: once an hour and workspace, however the clock is set. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openJournal, type Journal } from '#electron/journal/journal.ts';
import { tryAutoRefresh } from '#electron/features/sync-scheduler.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 20, 18);

let preferences: Journal;
beforeEach(() => {
  preferences = openJournal(':memory:');
});
afterEach(() => preferences.close());

it('lets one refresh begin by itself within an hour, for each workspace by itself', () => {
  expect(tryAutoRefresh(preferences, 'a', START)).toBe(true);
  expect(tryAutoRefresh(preferences, 'a', START + HOUR - 1)).toBe(false);
  expect(tryAutoRefresh(preferences, 'b', START + HOUR - 1)).toBe(true);
  expect(tryAutoRefresh(preferences, 'a', START + HOUR)).toBe(true);
  expect(tryAutoRefresh(preferences, 'a', START + 2 * HOUR - 1)).toBe(false);
});

it('does not wait for a time that a clock running ahead has noted', () => {
  expect(tryAutoRefresh(preferences, 'a', START + 48 * HOUR)).toBe(true);
  expect(tryAutoRefresh(preferences, 'a', START)).toBe(true);
  expect(tryAutoRefresh(preferences, 'a', START + 1)).toBe(false);
});
