/** What is left after a fault: the next reader and the next change find the store as if it had not been. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openConnections, readCount, readRows, type Connections } from '#electron/snapshot/database/connections.ts';
import { failure } from '#tests/support/failure.ts';

let folder: string;
let path: string;
let connections: Connections;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'connections-'));
  path = join(folder, 'store.duckdb');
  connections = await openConnections(path);
  await connections.write((connection) => connection.run('CREATE TABLE held (number INTEGER)'));
});
afterEach(async () => {
  await connections.close();
  rmSync(folder, { recursive: true });
});

const fault = () => Promise.reject(new Error('of the work'));
const insert = (at: number) => (connection: DuckDBConnection) => connection.run(`INSERT INTO held VALUES (${at})`);
const held = () => connections.read((connection) => readCount(connection, 'SELECT count(*) FROM held'));
/** Of the store, after the next change has set it. */
const memoryLimit = async () => {
  await connections.write(insert(0));
  const [[limit] = []] = await connections.read((each) => readRows(each, `SELECT current_setting('memory_limit')`));
  return limit;
};

test('a change that fails is undone whole, and those that wait behind it are made in their order', async () => {
  const failing = connections.write(async (connection) => {
    await insert(1)(connection);
    await fault();
  });
  const order: number[] = [];
  const following = [2, 3].map((at) =>
    connections.write(async (connection) => {
      order.push(at);
      // The first of them takes longer.
      if (at === 2) await readCount(connection, 'SELECT count(*) FROM range(100000)');
      order.push(at);
      await insert(at)(connection);
    }),
  );
  await expect(failing).rejects.toThrow('of the work');
  await Promise.all(following);
  expect([order, await held()]).toEqual([[2, 2, 3, 3], 2]);
});

test('a reader that fails leaves no transaction to the next, which sees what was written meanwhile', async () => {
  for (const read of [() => connections.read(fault), () => connections.survey(fault)])
    await expect(read()).rejects.toThrow('of the work');
  await connections.write(insert(1));
  expect(await held()).toBe(1);
});

test('memory is lean for changes again once the last survey and the last loan have ended, failed ones too', async () => {
  const lean = await memoryLimit();
  const loan = await connections.lend();
  const surveying = connections.survey(async () => memoryLimit());
  const roomy = await surveying;
  expect(roomy).not.toBe(lean);
  expect(await memoryLimit()).toBe(roomy);
  loan.releaseConnection();
  expect(await memoryLimit()).toBe(lean);
  await connections.survey(fault).catch(() => undefined);
  expect(await memoryLimit()).toBe(lean);
});

test('a connection that was lent is nobody’s once it was given back', async () => {
  const { connection, releaseConnection, assertOpen } = await connections.lend();
  assertOpen();
  releaseConnection();
  await expect(connection.run('SELECT 1')).rejects.toThrow();
  expect(await held()).toBe(0);
});

test('a path is free again after it was closed, twice or once, and after a file there could not be opened', async () => {
  expect(await failure(openConnections(path))).toEqual({ code: 'store-in-use' });
  await connections.close();
  await connections.close();
  await expect(connections.read(async () => 1)).rejects.toThrow('closed');
  await expect(connections.write(async () => 1)).rejects.toThrow('closed');
  connections = await openConnections(path);
  await connections.close();
  const broken = join(folder, 'broken.duckdb');
  writeFileSync(broken, 'no store');
  for (let times = 0; times < 2; times += 1)
    expect(await failure(openConnections(broken))).toMatchObject({ code: 'store-damaged' });
});
