/** What several questions ask alike: computed once, taken over from those who leave, and left at once. */
import { expect, test } from 'vitest';
import { AppFailure } from '#contract/errors.ts';
import { computeOnce } from '#electron/snapshot/database/shared-answers.ts';

test('who is cancelled waits no longer for what another computes, which goes on', async () => {
  const results = new Map<string, Promise<number>>();
  const computing = Promise.withResolvers<number>();
  const leaving = new AbortController();
  const first = computeOnce(results, 'sum', () => computing.promise);
  const second = computeOnce(results, 'sum', async () => 0, leaving.signal);
  leaving.abort();
  await expect(second).rejects.toMatchObject({ error: { code: 'cancelled' } });
  await expect(computeOnce(results, 'sum', async () => 0, leaving.signal)).rejects.toThrow(AppFailure);
  computing.resolve(7);
  expect(await first).toBe(7);
  expect(await computeOnce(results, 'sum', async () => 0, new AbortController().signal)).toBe(7);
});

test('what another was cancelled from is computed by those who wait for it', async () => {
  const results = new Map<string, Promise<number>>();
  const computing = Promise.withResolvers<number>();
  const first = computeOnce(results, 'sum', () => computing.promise);
  const second = computeOnce(results, 'sum', async () => 7, new AbortController().signal);
  computing.reject(new AppFailure({ code: 'cancelled' }));
  await expect(first).rejects.toThrow(AppFailure);
  expect(await second).toBe(7);
});
