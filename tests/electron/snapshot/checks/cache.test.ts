/** What is computed once for all callers, and who computes it when one of them leaves. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getTally, type CachedResults } from '#electron/snapshot/checks/cache.ts';
import type { Tally } from '#electron/snapshot/checks/statistics.ts';
import { openConnections, type Connections } from '#electron/snapshot/database/connections.ts';
import { AppFailure } from '#contract/errors.ts';
import { readThresholdUnits } from '#domain/checks/check.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { publish, scratchSnapshot, type Scratch } from '#tests/support/stores/scratch-snapshot.ts';

let scratch: Scratch;
let connections: Connections;
beforeEach(async () => {
  scratch = scratchSnapshot();
  const snapshot = await scratch.open();
  await publish(snapshot, [recordOf('1', { toggle: true }), recordOf('2', {})]);
  await snapshot.close();
  connections = await openConnections(scratch.path);
});
afterEach(async () => {
  await connections.close();
  await scratch.dispose();
});

/** Another caller is computing it. */
function underWay(): { readonly kept: CachedResults; readonly fail: (why: Error) => void } {
  const other = Promise.withResolvers<Tally>();
  const kept: CachedResults = {
    key: '',
    tally: new Map([['all', other.promise]]),
    neighbours: new Map(),
    stakes: new Map(),
  };
  other.promise.catch(() => kept.tally.delete('all'));
  return { kept, fail: other.reject };
}

test.each([new AppFailure({ code: 'cancelled' }), new Error('INTERRUPT Error: Interrupted!')])(
  'what somebody left (%s) is reckoned by who waits for it, once',
  async (left) => {
    const { kept, fail } = underWay();
    const told = connections.survey(async (connection) => {
      const waiting = [1, 2].map(() => getTally(connection, readThresholdUnits({}), kept));
      fail(left);
      return Promise.all(waiting);
    });
    const [first, second] = await told;
    expect(first?.records).toBe(2);
    expect(second).toBe(first);
  },
);

test('what failed fails for all who wait, and is tried again by who asks next', async () => {
  const { kept, fail } = underWay();
  const fault = new AppFailure({ code: 'disk-full' });
  await connections.survey(async (connection) => {
    const waiting = getTally(connection, readThresholdUnits({}), kept);
    fail(fault);
    await expect(waiting).rejects.toBe(fault);
    expect((await getTally(connection, readThresholdUnits({}), kept)).records).toBe(2);
  });
});
