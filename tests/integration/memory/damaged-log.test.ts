import { openSync, readFileSync, rmSync, writeSync, closeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Method, Output } from '#contract/api.ts';
import type { Result } from '#contract/errors.ts';
import { createApp, type App } from '#electron/app/app.ts';
import { memorySecrets, quietHost } from '#tests/support/hosts/quiet-host.ts';
import { startProvingService, type NearService } from '#tests/support/hosts/proving-service.ts';
import { prepareFolder, type PreparedFolder } from '#tests/support/stores/prepared-folder.ts';
import { chooseCases } from '#tests/support/tier.ts';

const DAY = 86_400_000;
let folder: string;
let path: string;
let service: NearService;
let prepared: PreparedFolder;
let app: App;
const secrets = memorySecrets();

beforeAll(async () => {
  service = await startProvingService({
    records: 120,
    sampleMonths: 4,
    seed: 3,
    startAt: Date.parse('2026-11-02T08:00:00Z'),
    frozen: true,
    asOf: '2026-11-01',
  });
  prepared = await prepareFolder(service, async (made) => {
    folder = made;
    await open();
    await ask('workspace.connect', { baseUrl: service.url, key: service.key });
    await ask('sync.run', {});
    await refresh();
    await app.close();
  });
});
afterAll(async () => {
  await service.stop();
  prepared.remove();
});
beforeEach(async () => {
  folder = prepared.copy();
  path = join(folder, 'workspaces/default/changes.sqlite');
  await open();
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open() {
  app = await createApp({
    host: quietHost({ secrets, chooseDestination: async () => ({ path: join(folder, 'all.csv') }) }),
    version: 'test',
    dataDirectory: folder,
    workspace: 'default',
    rate: 0,
    now: service.now,
  });
}

async function call<M extends Method>(method: M, input: unknown) {
  return (await app.call(method, input)) as Result<Output<M>>;
}

async function ask<M extends Method>(method: M, input: unknown): Promise<Output<M>> {
  const result = await call(method, input);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

async function refresh(): Promise<void> {
  await service.control.move({ kind: 'mix', count: 10 });
  await service.control.advance(DAY);
  await ask('sync.run', {});
}

/** Zeroes the page from which a table is read. */
async function damage(table: string): Promise<void> {
  await app.close();
  const database = new DatabaseSync(path);
  const root = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table);
  const size = Number(Object.values(database.prepare('PRAGMA page_size').get() ?? {})[0]);
  database.close();
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(size), 0, size, (Number(root?.['rootpage']) - 1) * size);
  closeSync(file);
  await open();
}

it.each(chooseCases(1, ['chunk', 'touched']))(
  'damage in %s is told where it is asked for, and ends no later refresh',
  async (table) => {
    const { merges } = await ask('memory.merges', {});
    const first = `#${merges.findLast(({ kind }) => kind === 'first')?.number}`;
    const [record] = (await ask('memory.changed', { since: first })).changes;
    await damage(table);
    const damaged = { ok: false, error: { code: 'file-damaged', detail: path } };
    expect(await call('memory.record', { id: record?.id })).toMatchObject(damaged);
    const since = await call('memory.changed', { since: first });
    // The index of records is not needed for all of them.
    if (table === 'chunk') expect(since).toMatchObject(damaged);
    else expect(since).toMatchObject({ ok: true });
    const before = readFileSync(path);

    await refresh();
    const [aside = ''] = (await ask('memory.merges', {})).setAside;
    expect(readFileSync(join(folder, 'workspaces/default', aside)).equals(before)).toBe(true);
    expect((await ask('memory.merges', {})).merges.map(({ kind }) => kind)).toContain('first');
    await refresh();
    const after = (await ask('memory.merges', {})).merges;
    const begun = `#${after.findLast(({ kind }) => kind === 'first')?.number}`;
    expect((await ask('memory.changed', { since: begun })).changes).not.toEqual([]);
    expect(after.filter(({ kind }) => kind === 'refresh')).toHaveLength(1);
  },
);

it('a merge of old that cannot be read keeps no file from leaving, and its log is set aside when it is asked for', async () => {
  await app.close();
  const database = new DatabaseSync(path);
  database.exec("UPDATE merge SET counts = '' WHERE number = 1");
  database.close();
  await open();
  const before = readFileSync(path);
  expect(await ask('export.run', { columns: ['title'], format: 'csv' })).toMatchObject({ of: 'records' });
  const { merges, setAside } = await ask('memory.merges', {});
  expect(merges).toEqual([]);
  expect(readFileSync(join(folder, 'workspaces/default', setAside[0] ?? '')).equals(before)).toBe(true);
  // That the new log goes on is shown in the first tier by the damaged table above.
  for (const kinds of chooseCases(0, [['refresh', 'first']])) {
    await refresh();
    await refresh();
    const begun = (await ask('memory.merges', {})).merges.filter(({ kind }) => kind !== 'journal');
    expect(begun.map(({ kind }) => kind)).toEqual(kinds);
    expect((await ask('memory.changed', { since: `#${begun[1]?.number}` })).changes).not.toEqual([]);
  }
});
