/** How long the store works on one question. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { readCount, openConnections } from '#electron/snapshot/database/connections.ts';
import { failure } from '#tests/support/failure.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { publish, scratchSnapshot } from '#tests/support/stores/scratch-snapshot.ts';

/** Years of work. */
const ENDLESS = 'SELECT count(*) FROM range(1000000000) AS a, range(1000000000) AS b WHERE a.range * b.range % 7 = 3';

test('a question that takes longer than a person waits is ended and told as that; the next one is answered', async () => {
  const scratch = scratchSnapshot();
  const snapshot = await scratch.open();
  await publish(snapshot, [recordOf('1', {})]);
  await snapshot.close();
  const connections = await openConnections(scratch.path, 500);
  try {
    expect(await failure(connections.survey((each) => readCount(each, ENDLESS)))).toEqual({ code: 'took-too-long' });
    const leaving = new AbortController();
    const left = failure(connections.survey((each) => readCount(each, ENDLESS), leaving.signal));
    leaving.abort();
    expect(await left).toEqual({ code: 'cancelled' });
    expect(await connections.survey((each) => readCount(each, 'SELECT count(*) FROM records'))).toBe(1);
  } finally {
    await connections.close();
    await scratch.dispose();
  }
});

test('a question that is given up ends its look: what waits behind it is answered from a later state, and says so', async () => {
  const scratch = scratchSnapshot();
  const snapshot = await scratch.open();
  await publish(snapshot, [recordOf('1', {})]);
  await snapshot.close();
  let states = 0;
  const connections = await openConnections(scratch.path, undefined, async () => String((states += 1)));
  const count = () => connections.read((each) => readCount(each, 'SELECT count(*) FROM records'));
  try {
    expect(await connections.look('a', count)).toEqual({ value: 1, state: '1' });
    const leaving = new AbortController();
    const running = Promise.withResolvers<void>();
    const askEndless = (each: DuckDBConnection) => {
      running.resolve();
      return readCount(each, ENDLESS);
    };
    const endless = connections.look('a', () => connections.survey(askEndless, leaving.signal));
    await running.promise;
    const behind = connections.look('a', count);
    leaving.abort();
    expect(await failure(endless)).toEqual({ code: 'cancelled' });
    expect((await behind).value).toBe(1);
    expect(await connections.look('a', count)).toEqual(await behind);
  } finally {
    await connections.close();
    await scratch.dispose();
  }
});

test('two questions of a look are answered side by side; after a change they take turns, and are still of one state', async () => {
  const scratch = scratchSnapshot();
  const snapshot = await scratch.open();
  await publish(snapshot, [recordOf('1', {})]);
  await snapshot.close();
  let state = 'before';
  const connections = await openConnections(scratch.path, undefined, async () => state);
  const count = () => connections.read((each) => readCount(each, 'SELECT count(*) FROM records'));
  /** Reads until it is let go. */
  const hold = (look: string) => {
    const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reading = async () => {
      begun.resolve();
      await over.promise;
      return 0;
    };
    const seen = connections.look(look, () => connections.read(reading));
    return { begun: begun.promise, letGo: over.resolve, seen };
  };
  try {
    const first = hold('a');
    await first.begun;
    expect(await connections.look('a', count)).toEqual({ value: 1, state });
    first.letGo();
    expect((await first.seen).state).toBe('before');
    const second = hold('b');
    await second.begun;
    state = 'after';
    const waiting = connections.look('b', count);
    second.letGo();
    expect(await waiting).toEqual({ value: 1, state: 'before' });
  } finally {
    await connections.close();
    await scratch.dispose();
  }
});
