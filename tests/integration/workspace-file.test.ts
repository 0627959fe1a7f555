/** A workspace's data goes to another computer as one file: every record and name, no key, no request; and a damaged store is begun anew only when asked. */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp, type App, type AppOptions } from '#electron/app/app.ts';
import { createAppClient } from '#electron/cli/arguments/command.ts';
import { openJournal } from '#electron/journal/journal.ts';
import type { Service } from '#service/server.ts';
import { openService } from '../support/hosts/hops.ts';
import type { Input, Method, Output } from '#contract/api.ts';
import type { AppError } from '#contract/errors.ts';
import type { AppEvent } from '#contract/events.ts';
import { reportFileSchema } from '#domain/reports/definition/report.ts';
import { directoryOf } from '../support/worlds/directory.ts';
import { memorySecrets, quietHost } from '../support/hosts/quiet-host.ts';
import { forgeAmount, rewriteWorkspaceFile } from '../support/stores/workspace-files.ts';
import { chooseCases, secondTier } from '../support/tier.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const KEY = 'a-key-that-must-be-in-no-file';
const RECORDS = 450;
const weekly = reportFileSchema.parse({
  format: 'timelog-report',
  version: 1,
  name: 'Weekly',
  report: { measures: ['logged_hours'] },
});

let service: Service;
/** What was downloaded once, and the file that was saved of it: each test has copies of its own. */
let original: string;
let figures: Output<'report.run'>;
let folder: string;
let saved: string;
let apps: App[];

beforeAll(async () => {
  service = await openService({
    records: RECORDS,
    seed: 3,
    asOf: '2026-11-20',
    sampleMonths: 4,
    now: () => NOW,
    key: KEY,
  });
  begin();
  original = folder;
  const app = await computer('one', { key: true });
  expect(await ask(app, 'sync.run', {})).toMatchObject({ status: 'complete', records: RECORDS });
  figures = await ask(app, 'report.run', report);
  await ask(app, 'workspace.save', {});
  await app.close();
});
afterAll(async () => {
  await service.close();
  rmSync(original, { recursive: true, force: true });
});

beforeEach(begin);
afterEach(async () => {
  for (const app of apps) await app.close();
  rmSync(folder, { recursive: true, force: true });
});

function begin(): void {
  folder = mkdtempSync(join(tmpdir(), 'workspace-file-'));
  saved = join(folder, 'firm.timelog');
  apps = [];
}

const dataOf = (computer: string) => join(folder, computer);
const storeOf = (computer: string, name = 'default') => join(dataOf(computer), 'workspaces', name, 'snapshot.duckdb');

function optionsOf(name: string): AppOptions {
  const host = quietHost({
    chooseDestination: async () => ({ path: saved }),
    chooseSource: async () => ({ path: saved }),
  });
  return { host, version: 'test', dataDirectory: dataOf(name), workspace: 'default', rate: 0 };
}

async function computer(name: string, { key = false } = {}): Promise<App> {
  const app = await createApp({ ...optionsOf(name), ...(key && { key: KEY, baseUrl: service.url }) });
  apps.push(app);
  return app;
}

const ask = <M extends Method>(app: App, method: M, input: Input<M>) => createAppClient(app).call(method, input);

async function refusal(app: App, method: Method, input: unknown): Promise<AppError | undefined> {
  const result = await app.call(method, input);
  return result.ok ? undefined : result.error;
}

const report = { measures: ['records', 'total_minutes', 'billable_amount'], groupBy: ['month_year'] };

function copyDownloaded(): void {
  cpSync(join(original, 'one'), dataOf('one'), { recursive: true });
}

async function openDownloaded(): Promise<App> {
  copyDownloaded();
  return computer('one', { key: true });
}

function copySaved(): void {
  cpSync(join(original, 'firm.timelog'), saved);
}

async function closed(app: App): Promise<void> {
  await app.close();
  apps = apps.filter((each) => each !== app);
}

describe('saving and loading', () => {
  test('another computer shows the same figures and names for no request, and no key is in the file', async () => {
    copyDownloaded();
    const journal = openJournal(join(dataOf('one'), 'workspaces/default/journal.sqlite'));
    journal.saveNames(directoryOf({ owners: { 7: { name: 'Ada', weeklyHours: '32; 16 from 2026-10-01' } } }));
    journal.saveReport(weekly, '2026-11-20T08:00:00.000Z', 'kept');
    journal.close();
    const again = await computer('one');
    expect(await ask(again, 'workspace.save', {})).toMatchObject({
      file: 'firm.timelog',
      records: RECORDS,
      complete: true,
    });

    const two = await computer('two');
    const loaded = await ask(two, 'workspace.load', {});
    expect(loaded).toMatchObject({
      records: RECORDS,
      complete: true,
      workspace: { kind: 'service', baseUrl: service.url, key: 'none' },
    });
    const { fromFile, ...same } = await ask(two, 'report.run', report);
    expect(same).toEqual(figures);
    expect(fromFile).toBe(loaded?.fromFile);
    expect(await ask(two, 'names.list', {})).toMatchObject({
      owners: { 7: { name: 'Ada', weeklyHours: '32; 16 from 2026-10-01' } },
    });
    expect(await ask(two, 'reports.list', {})).toMatchObject({ reports: [{ id: 'kept', file: { name: 'Weekly' } }] });
    expect(await ask(two, 'data.status', {})).toMatchObject({ complete: true, quota: { used: 0 } });
    expect(readFileSync(saved).includes(KEY)).toBe(false);
  });

  test('a refresh goes on from what was loaded', secondTier, async () => {
    copySaved();
    const two = await computer('two');
    await ask(two, 'workspace.load', {});
    await closed(two);
    const withKey = await computer('two', { key: true });
    expect(await ask(withKey, 'sync.run', {})).toMatchObject({ status: 'complete', mode: 'refresh', requestsUsed: 2 });
  });

  test('a copy that the host holds is named as the file was, without the place of the copy', async () => {
    writeFileSync(saved, 'PK cut off');
    const host = quietHost({ chooseSource: async () => ({ path: saved, release: async () => {} }) });
    const app = await createApp({ ...optionsOf('two'), host });
    apps.push(app);
    const refused = await refusal(app, 'workspace.load', {});
    expect(refused).toMatchObject({ code: 'usage', detail: expect.stringMatching(/^firm\.timelog is not/) as string });
  });

  test('a workspace that holds something is not replaced', secondTier, async () => {
    const one = await openDownloaded();
    copySaved();
    expect(await refusal(one, 'workspace.load', {})).toMatchObject({ code: 'usage' });
    expect(await ask(one, 'data.status', {})).toMatchObject({ records: RECORDS });
    expect(await ask(one, 'workspace.load', { name: 'other' })).toMatchObject({ workspace: { name: 'other' } });
    expect(readdirSync(dataOf('one')).filter((name) => name.startsWith('loading-'))).toEqual([]);
  });

  const kept = [
    ['a kept report', 'reports.save', { file: weekly }],
    ['a name', 'names.keep', { owners: { '7': { name: 'Ada' } } }],
  ] as const;
  test.each(chooseCases(1, kept))('neither is one that holds %s and no record yet', async (_, method, input) => {
    copySaved();
    const two = await computer('two');
    await ask(two, method, input);
    expect(await refusal(two, 'workspace.load', {})).toMatchObject({ code: 'usage' });
  });

  test.each([
    ['cut', (bytes: Buffer) => bytes.subarray(0, bytes.length - 5000)],
    ['changed', (bytes: Buffer) => (bytes.fill('x', bytes.length - 9000, bytes.length - 8900), bytes)],
    ['something else', () => Buffer.from('PK not an archive '.repeat(100))],
  ])('a file that is %s is refused, and nothing changes', secondTier, async (_, spoil) => {
    copySaved();
    writeFileSync(saved, spoil(readFileSync(saved)));
    const two = await computer('two');
    expect(await refusal(two, 'workspace.load', {})).toMatchObject({ code: 'usage' });
    expect(await ask(two, 'workspace.state', {})).toMatchObject({ kind: 'new' });
    expect(readdirSync(dataOf('two')).filter((name) => name.startsWith('loading-'))).toEqual([]);
  });

  test.each(chooseCases(1, ['http://records.example', 'https://records.example/path', 'no address at all']))(
    'nor does one open that would have a key sent to %s',
    async (address) => {
      copySaved();
      rewriteWorkspaceFile(saved, ({ manifest }) => void (manifest['baseUrl'] = address));
      const two = await computer('two');
      expect(await refusal(two, 'workspace.load', {})).toMatchObject({ code: 'address-refused' });
      expect(await ask(two, 'workspace.state', {})).toMatchObject({ kind: 'new' });
      expect(readdirSync(dataOf('two')).filter((name) => name.startsWith('loading-'))).toEqual([]);
    },
  );

  test('a workspace without a service has nothing to save', async () => {
    const one = await computer('one');
    expect(await refusal(one, 'workspace.save', {})).toMatchObject({ code: 'usage' });
  });
});

describe('what came from a file', () => {
  const truth = async (app: App) => (await ask(app, 'report.run', report)).totals;
  let savedAt: string;

  beforeAll(async () => {
    begin();
    copySaved();
    rewriteWorkspaceFile(saved, (file) => void forgeAmount(file, 5, Date.parse('2030-01-01')));
    const two = await computer('two');
    savedAt = (await ask(two, 'workspace.load', {}))?.fromFile ?? '';
    await closed(two);
    cpSync(dataOf('two'), join(original, 'two'), { recursive: true });
    rmSync(folder, { recursive: true });
  });

  /** A second computer with a file in which one amount, as if edited after all others, was changed. */
  async function misled(): Promise<{ two: App; right: unknown; savedAt: string }> {
    cpSync(join(original, 'two'), dataOf('two'), { recursive: true });
    return { two: await computer('two', { key: true }), right: figures.totals, savedAt };
  }

  test('says so until each refresh together have read all of it, and is right from then on', secondTier, async () => {
    const { two, right, savedAt } = await misled();
    expect(Date.parse(savedAt)).toBeGreaterThan(0);
    expect(await truth(two)).not.toEqual(right);
    const unread: (number | undefined)[] = [];
    for (let at = 0; at < 4; at += 1) {
      const { complete, fromFile, unreadFromFile } = await ask(two, 'data.status', {});
      expect({ complete, fromFile }).toEqual({ complete: true, ...(at < 3 && { fromFile: savedAt }) });
      expect((await ask(two, 'report.run', report)).fromFile).toBe(fromFile);
      expect((await ask(two, 'checks.run', {})).fromFile).toBe(fromFile);
      unread.push(unreadFromFile);
      const price = await ask(two, 'sync.price', {});
      const { requestsUsed } = await ask(two, 'sync.run', {});
      expect(requestsUsed).toBeGreaterThanOrEqual(price.min);
      expect(requestsUsed).toBeLessThanOrEqual(price.max!);
    }
    expect(unread).toEqual([RECORDS, RECORDS - 200, RECORDS - 400, undefined]);
    expect(await truth(two)).toEqual(right);
  });

  test('is read at once by a full reading, and by nothing less', secondTier, async () => {
    const { two, right, savedAt } = await misled();
    expect(await truth(two)).not.toEqual(right);
    expect(await ask(two, 'sync.run', { audit: true })).toMatchObject({ status: 'complete' });
    expect(await ask(two, 'data.status', {})).toMatchObject({ fromFile: savedAt, complete: true });
    expect(await ask(two, 'export.run', { format: 'csv' })).toMatchObject({ fromFile: savedAt });
    expect(await ask(two, 'checks.run', {})).toMatchObject({ fromFile: savedAt });
    expect(await ask(two, 'sync.run', { full: true })).toMatchObject({ status: 'complete' });
    expect(await ask(two, 'data.status', {})).not.toHaveProperty('fromFile');
    expect(await truth(two)).toEqual(right);
  });

  test(
    'is from a file after an update that adds a property, and a download replaces what the file changed',
    secondTier,
    async () => {
      const { two, right, savedAt } = await misled();
      await closed(two);
      const instance = await DuckDBInstance.create(storeOf('two'));
      const connection = await instance.connect();
      // As a program left it that did not know the property yet.
      for (const table of ['records', 'waiting'])
        await connection.run(`ALTER TABLE ${table} DROP COLUMN a552213_category_text`);
      connection.closeSync();
      instance.closeSync();
      rmSync(`${storeOf('two')}.manifest`);
      const newer = await computer('two', { key: true });
      expect(await ask(newer, 'data.status', {})).toMatchObject({ complete: false, fromFile: savedAt });
      expect(await ask(newer, 'sync.run', {})).toMatchObject({ status: 'complete', mode: 'download' });
      expect(await truth(newer)).toEqual(right);
    },
  );

  test('is from a file whoever signed it, which is said', secondTier, async () => {
    const secrets = memorySecrets();
    const signed = async (name: string) => {
      const app = await createApp({ ...optionsOf(name), host: { ...optionsOf(name).host, secrets } });
      apps.push(app);
      return app;
    };
    copyDownloaded();
    const one = await signed('one');
    expect(await refusal(one, 'workspace.save', { sign: true })).toMatchObject({ code: 'signing-key-missing' });
    const { key } = await ask(one, 'signing.create', {});
    await ask(one, 'workspace.save', { sign: true });
    const signature = { fingerprint: key!.fingerprint, own: true };
    const two = await signed('two');
    expect(await ask(two, 'workspace.load', {})).toMatchObject({ complete: true, signature });
    expect(await ask(two, 'data.status', {})).toHaveProperty('fromFile');
    await ask(two, 'signing.forget', {});
    expect(await ask(two, 'workspace.load', { name: 'other' })).toMatchObject({
      signature: { ...signature, own: false },
    });
    for (const name of chooseCases(0, ['three']))
      expect(await ask(await computer(name), 'workspace.load', {})).toMatchObject({
        signature: { ...signature, own: false },
      });
  });

  test(
    'is still from a file after a restart, and in a file that is saved of it, and in every manifest',
    secondTier,
    async () => {
      const { two, savedAt } = await misled();
      await closed(two);
      const again = await computer('two');
      const exported = await ask(again, 'export.run', { format: 'csv' });
      expect(exported).toMatchObject({ complete: true, fromFile: savedAt });
      expect(await ask(again, 'workspace.save', {})).toMatchObject({ complete: true, fromFile: savedAt });
      const three = await computer('three');
      const loaded = await ask(three, 'workspace.load', {});
      expect(Date.parse(loaded!.fromFile!)).toBeGreaterThan(Date.parse(savedAt));
    },
  );
});

describe('records whose journal was lost, or put back as it was before', () => {
  const lose = (computer: string) => {
    for (const end of ['', '-wal', '-shm'])
      rmSync(join(dataOf(computer), `workspaces/default/journal.sqlite${end}`), { force: true });
  };

  test('still belong to the address they came from', secondTier, async () => {
    copyDownloaded();
    lose('one');
    const app = await computer('one');
    expect(await ask(app, 'workspace.state', {})).toMatchObject({ kind: 'service', baseUrl: service.url });
    expect(await ask(app, 'data.status', {})).toMatchObject({ records: RECORDS, complete: true });
    expect(await refusal(app, 'workspace.connect', { baseUrl: 'https://other.example', key: 'k' })).toEqual({
      code: 'workspace-bound',
      detail: service.url,
    });
    await closed(app);
    const again = await computer('one', { key: true });
    expect(await ask(again, 'sync.run', {})).toMatchObject({ status: 'complete', mode: 'refresh', requestsUsed: 1 });
  });

  test('are not opened for another address', async () => {
    copyDownloaded();
    lose('one');
    const other = createApp({ ...optionsOf('one'), baseUrl: 'https://other.example', key: 'k' });
    await expect(other).rejects.toMatchObject({ error: { code: 'workspace-bound', detail: service.url } });
    expect(await ask(await computer('one'), 'workspace.state', {})).toMatchObject({ baseUrl: service.url });
  });

  test('do not keep a store that was begun anew from another address', async () => {
    const app = await computer('one', { key: true });
    await ask(app, 'data.rebuild', {});
    await closed(app);
    lose('one');
    expect(await ask(await computer('one'), 'workspace.state', {})).toMatchObject({ kind: 'new', baseUrl: null });
  });
});

describe('a damaged store', () => {
  test('says so, keeps everything else usable, and is set aside only when asked', secondTier, async () => {
    copyDownloaded();
    truncateSync(storeOf('one'), 3000);
    const damaged = readFileSync(storeOf('one'));
    const app = await computer('one', { key: true });
    for (const method of ['data.status', 'sync.run'] as const)
      expect(await refusal(app, method, {})).toEqual({ code: 'store-damaged' });
    expect(await ask(app, 'workspace.state', {})).toMatchObject({ kind: 'service', baseUrl: service.url });

    const { setAside } = await ask(app, 'data.rebuild', {});
    expect(readFileSync(join(storeOf('one'), '..', setAside ?? '')).equals(damaged)).toBe(true);
    expect(await ask(app, 'data.status', {})).toMatchObject({ records: 0, complete: false });
    expect(await ask(app, 'sync.run', {})).toMatchObject({ status: 'complete', records: RECORDS });
  });

  test('that held a part of a download costs what all of it costs', secondTier, async () => {
    const app = await computer('one', { key: true });
    expect(await ask(app, 'sync.run', { maxRequests: 1 })).toMatchObject({ total: RECORDS });
    await closed(app);
    truncateSync(storeOf('one'), 3000);
    const again = await computer('one', { key: true });
    const told = { records: RECORDS, min: 3, max: 11 };
    expect(await ask(again, 'data.rebuildPrice', {})).toMatchObject(told);
    await ask(again, 'data.rebuild', {});
    expect(await ask(again, 'sync.price', {})).toMatchObject({ total: RECORDS, min: told.min, max: told.max });
  });

  test('an older copy of the file is one too', secondTier, async () => {
    const app = await computer('one', { key: true });
    await ask(app, 'sync.run', { maxRequests: 1 });
    await closed(app);
    cpSync(storeOf('one'), join(folder, 'older'));
    const rest = await computer('one', { key: true });
    await ask(rest, 'sync.run', {});
    await closed(rest);
    cpSync(join(folder, 'older'), storeOf('one'));
    expect(await refusal(await computer('one'), 'data.status', {})).toEqual({ code: 'store-damaged' });
  });

  test('a store can be begun anew while it is whole and in use: the old one stays beside it', async () => {
    const app = await openDownloaded();
    const { setAside } = await ask(app, 'data.rebuild', {});
    expect(readdirSync(join(storeOf('one'), '..'))).toContain(setAside);
    expect(await ask(app, 'data.status', {})).toMatchObject({ records: 0 });
  });
});

describe('a damaged file beside the store', () => {
  const garble = (path: string) => {
    for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
    writeFileSync(path, 'neither a database nor anything else of ours '.repeat(200));
  };

  test('the ledger is named, so that it can be put back or moved away', async () => {
    copyDownloaded();
    const path = join(dataOf('one'), 'ledger.sqlite');
    garble(path);
    await expect(computer('one')).rejects.toMatchObject({ error: { code: 'file-damaged', detail: path } });
    rmSync(path);
    expect(await ask(await computer('one'), 'data.status', {})).toMatchObject({ records: RECORDS, complete: true });
  });

  test('a journal does not hide the other workspaces', async () => {
    copyDownloaded();
    const app = await createApp({ ...optionsOf('one'), workspace: 'other' });
    apps.push(app);
    garble(join(dataOf('one'), 'workspaces/default/journal.sqlite'));
    const { workspaces } = await ask(app, 'workspace.list', {});
    expect(workspaces.map(({ name }) => name)).toEqual(['default', 'other']);
  });
});

test('saving and loading are told, end when they are cancelled, leave everything as it was, and can be begun again', async () => {
  const one = await openDownloaded();
  const cancelled: unknown[] = [];
  const told: AppEvent[] = [];
  const cancelOn = (app: App) =>
    app.subscribe((event) => {
      if (event.event !== 'workspace.progress') return;
      told.push(event);
      void app.call('workspace.cancel', {}).then((answer) => cancelled.push(answer));
    });
  let unsubscribe = cancelOn(one);
  expect(await refusal(one, 'workspace.save', {})).toEqual({ code: 'cancelled' });
  unsubscribe();
  expect(existsSync(saved)).toBe(false);
  await ask(one, 'workspace.save', {});

  const two = await computer('two');
  const before = await ask(two, 'workspace.state', {});
  unsubscribe = cancelOn(two);
  expect(await refusal(two, 'workspace.load', { name: 'firm' })).toEqual({ code: 'cancelled' });
  unsubscribe();
  expect(await ask(two, 'workspace.state', {})).toEqual(before);
  expect(readdirSync(dataOf('two')).filter((name) => name.startsWith('loading'))).toEqual([]);
  expect(readdirSync(join(dataOf('two'), 'workspaces'))).toEqual(['default']);
  expect(told[0]).toEqual({ event: 'workspace.progress', payload: { done: 0, total: RECORDS } });
  expect(cancelled[0]).toEqual({ ok: true, value: { cancelled: true } });

  const loading = ask(two, 'workspace.load', { name: 'firm' });
  expect(await refusal(two, 'workspace.load', { name: 'other' })).toEqual({ code: 'busy' });
  expect(await loading).toMatchObject({ records: RECORDS, complete: true });
  expect(await ask(two, 'workspace.cancel', {})).toEqual({ cancelled: false });
});
