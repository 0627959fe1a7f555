/** No row that was paid for is thrown away: what a live question brings whole is held, and never breaks what sync proves. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp, type App } from '#electron/app/app.ts';
import { createAppClient, type AppClient } from '#electron/cli/arguments/command.ts';
import { openSnapshot } from '#electron/snapshot/snapshot.ts';
import type { Service } from '#service/server.ts';
import { openService } from '#tests/support/hosts/hops.ts';
import { quietHost } from '#tests/support/hosts/quiet-host.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const RECORDS = 450;

let folder: string;
let service: Service;
let app: App;
let open: boolean;

/** It answers questions and is changed by none. */
beforeAll(async () => {
  service = await openService({
    records: RECORDS,
    seed: 5,
    asOf: '2026-11-20',
    sampleMonths: 4,
    now: () => NOW,
    key: 'key',
  });
});
afterAll(() => service.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'found-'));
  app = await createApp({
    host: quietHost(),
    version: 'test',
    dataDirectory: folder,
    workspace: 'default',
    baseUrl: service.url,
    key: 'key',
    rate: 0,
  });
  open = true;
});
afterEach(async () => {
  if (open) await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask: AppClient['call'] = (method, input) => createAppClient(app).call(method, input);

async function held(): Promise<{ seen: number; waiting: number }> {
  await app.close();
  open = false;
  const snapshot = await openSnapshot(join(folder, 'workspaces/default/snapshot.duckdb'));
  const found = { seen: await snapshot.countPublished({}), waiting: await snapshot.countWaiting() };
  await snapshot.close();
  return found;
}

test('whole answers of search, list and lookup wait for the next refresh', async () => {
  const { results } = await ask('service.search', { limit: 7 });
  await ask('service.list', { limit: 5 });
  const ids = results.map(({ id }) => id);
  await ask('lookup.run', { ids });
  const { seen, waiting } = await held();
  expect(seen).toBe(0);
  expect(waiting).toBeGreaterThanOrEqual(7);
  expect(waiting).toBeLessThanOrEqual(12);
});

test('answers that asked for some properties only are not held', async () => {
  const { results } = await ask('service.search', { limit: 7, properties: ['title'] });
  await ask('service.list', { limit: 5, properties: ['title', 'total_minutes'] });
  await ask('lookup.run', { ids: results.map(({ id }) => id), properties: ['title'] });
  expect(await held()).toEqual({ seen: 0, waiting: 0 });
});

test('a download over records that were found before ends complete, within its price, and exact', async () => {
  const sort = { propertyName: 'total_minutes', direction: 'DESCENDING' } as const;
  await ask('service.search', { limit: 200, sort });
  const synced = await ask('sync.run', {});
  expect(synced).toMatchObject({ status: 'complete', records: RECORDS, total: RECORDS });
  expect(synced.requestsUsed).toBeLessThanOrEqual(Math.ceil(RECORDS / 200) + 8);
  expect(await ask('data.verify', {})).toEqual({ held: RECORDS, total: RECORDS, equal: true });
});

test('a refresh after live questions still is one request', async () => {
  await ask('sync.run', {});
  await ask('service.search', { limit: 200 });
  expect(await ask('sync.run', {})).toMatchObject({ status: 'complete', requestsUsed: 1, records: RECORDS });
  expect(await held()).toEqual({ seen: RECORDS, waiting: 0 });
});
