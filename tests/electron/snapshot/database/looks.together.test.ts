/** Figures and notes of a question are read at the same time, and always of one state. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { openConnections, readCount, type Connections } from '#electron/snapshot/database/connections.ts';
import { failure } from '#tests/support/failure.ts';

let folder: string;
let connections: Connections;
const count = (connection: DuckDBConnection) => readCount(connection, 'SELECT count(*) FROM things');
const add = () => connections.write((connection) => connection.run('INSERT INTO things VALUES (1)'));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'looks-'));
  connections = await openConnections(join(folder, 'store.duckdb'), undefined, async (connection) =>
    String(await count(connection)),
  );
  await connections.write((connection) => connection.run('CREATE TABLE things (id INTEGER)'));
});
afterEach(async () => {
  await connections.close();
  rmSync(folder, { recursive: true });
});

/** Asks in a look; `meanwhile` runs before the two works begin. */
const ask = <A, B>(
  work: (connection: DuckDBConnection) => Promise<A>,
  otherWork: (connection: DuckDBConnection) => Promise<B>,
  { meanwhile = async () => {}, signal }: { meanwhile?: () => Promise<unknown>; signal?: AbortSignal } = {},
) =>
  connections.look('a', () =>
    connections.survey(async (connection) => {
      await meanwhile();
      return connections.readTogether(connection, work, otherWork);
    }, signal),
  );

test('two works of a look run at the same time, on connections of their own', async () => {
  const bothBegan = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const meet = (own: number) => async (connection: DuckDBConnection) => {
    bothBegan[own]?.resolve();
    await bothBegan[1 - own]?.promise;
    return connection;
  };
  const { value } = await ask(meet(0), meet(1));
  expect(value[0]).not.toBe(value[1]);
});

test('where the records have changed before a second connection could be had, both works read the state of the first', async () => {
  await add();
  const { value, state } = await ask(count, count, { meanwhile: add });
  expect(value).toEqual([1, 1]);
  expect(state).toBe('1');
  expect(await connections.read(count)).toBe(2);
});

test('where the look was ended meanwhile and another question reads a later state, both works read the state of the first', async () => {
  await add();
  const [ended, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const answer = ask(count, count, {
    meanwhile: async () => {
      connections.endLooks();
      await add();
      ended.resolve();
      await read.promise;
    },
  });
  await ended.promise;
  expect((await connections.look('a', () => connections.read(count))).value).toBe(2);
  read.resolve();
  expect((await answer).value).toEqual([1, 1]);
});

test('outside a look, and beside another question of it, one work follows the other on one connection', async () => {
  const seen: DuckDBConnection[] = [];
  const note = async (connection: DuckDBConnection) => void seen.push(connection);
  await connections.read((connection) => connections.readTogether(connection, note, note));
  expect(new Set(seen).size).toBe(1);
  seen.length = 0;
  const other = Promise.withResolvers<void>();
  const waiting = connections.look('a', () => connections.read(() => other.promise));
  const asked = ask(note, note);
  await expect.poll(() => seen.length).toBe(2);
  other.resolve();
  await Promise.all([waiting, asked]);
  expect(new Set(seen).size).toBe(1);
});

const endless = (connection: DuckDBConnection) => readCount(connection, 'SELECT count(*) FROM range(10000000000000)');

test('when one work fails, the other is ended, and the next question is answered', async () => {
  const refuse = async () => fail({ code: 'usage', detail: 'no' });
  expect(await failure(ask(refuse, endless))).toEqual({ code: 'usage', detail: 'no' });
  expect(await failure(ask(count, refuse))).toEqual({ code: 'usage', detail: 'no' });
  expect((await ask(count, count)).value).toEqual([0, 0]);
});

test('the time of a survey is that of both works', async () => {
  await connections.close();
  connections = await openConnections(join(folder, 'store.duckdb'), 2_000, async () => undefined);
  const began = performance.now();
  const asked = ask(count, endless, { meanwhile: () => new Promise((resolve) => setTimeout(resolve, 1_500)) });
  expect(await failure(asked)).toEqual({ code: 'took-too-long' });
  expect(performance.now() - began).toBeLessThan(3_300);
});

test('cancelling ends both works', async () => {
  const cancelling = new AbortController();
  const asked = ask(endless, endless, { signal: cancelling.signal });
  setTimeout(() => cancelling.abort(), 50);
  expect(await failure(asked)).toEqual({ code: 'cancelled' });
});
