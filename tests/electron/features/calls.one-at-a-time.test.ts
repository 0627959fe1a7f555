/** Long work: one at a time, cancelled from outside, and what follows one that failed. */
import { expect, test } from 'vitest';
import { createTaskRunner } from '#electron/features/calls.ts';
import { failure } from '#tests/support/failure.ts';

test('work that ended or failed makes room for the next, which is not cancelled by what came before', async () => {
  const exports = createTaskRunner();
  expect(exports.cancel()).toEqual({ cancelled: false });
  for (const end of ['resolve', 'reject'] as const) {
    const { promise, ...ending } = Promise.withResolvers<string>();
    let signal: AbortSignal | undefined;
    const work = exports.run((own) => {
      signal = own;
      return promise;
    });
    expect(signal?.aborted).toBe(false);
    expect(await failure(exports.run(async () => 'second'))).toEqual({ code: 'busy' });
    expect([exports.cancel(), signal?.aborted]).toEqual([{ cancelled: true }, true]);
    ending[end]('done');
    expect(await work.catch((reason: unknown) => reason)).toBe('done');
    expect(exports.cancel()).toEqual({ cancelled: false });
  }
});
