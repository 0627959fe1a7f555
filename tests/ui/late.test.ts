/** Code that is loaded later competes with nothing that is shown first. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadAtRest } from '#ui/late.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LONG_MS = 60_000;

function begin() {
  const load = vi.fn(async () => {});
  const first = { isBusy: true };
  const end = loadAtRest(() => first.isBusy, load);
  return { load, first, end };
}

test('late code is loaded once what is shown first has its answers, though the page was idle before', async () => {
  const { load, first } = begin();
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(load).not.toHaveBeenCalled();
  first.isBusy = false;
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(load).toHaveBeenCalledTimes(1);
});

test('a page that is left loads nothing more', async () => {
  const { load, first, end } = begin();
  await vi.advanceTimersByTimeAsync(LONG_MS);
  end();
  first.isBusy = false;
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(load).not.toHaveBeenCalled();
});
