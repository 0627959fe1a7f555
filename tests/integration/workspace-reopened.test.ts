/** A workspace that is closed and opened again keeps what was given for this run; where that fails, what was there is there again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp, type App, type AppOptions } from '#electron/app/app.ts';
import { createAppClient } from '#electron/cli/arguments/command.ts';
import { openJournal } from '#electron/journal/journal.ts';
import { ANSWERED, BASE_URL } from '#electron/workspace/connection.ts';
import type { Service } from '#service/server.ts';
import { readFirstOutput } from '../support/hosts/first-output.ts';
import { openService } from '../support/hosts/hops.ts';
import type { Input, Method } from '#contract/api.ts';
import { quietHost } from '../support/hosts/quiet-host.ts';
import { secondTier } from '../support/tier.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const KEY = 'some-key';
const RECORDS = 250;
const ELSEWHERE = 'https://elsewhere.example';
const OWNER = fileURLToPath(new URL('../support/stores/own-snapshot.ts', import.meta.url));
const anna = { name: 'Anna Keller', team: null, weeklyHours: null, activeFrom: null, activeTo: null };

let folder: string;
let service: Service;
let data: string;
let app: App | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reopened-'));
  service = await openService({
    records: RECORDS,
    seed: 3,
    asOf: '2026-11-20',
    sampleMonths: 4,
    now: () => NOW,
    key: KEY,
  });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  data = mkdtempSync(join(folder, 'data-'));
});
afterEach(close);

async function open(given: Partial<Pick<AppOptions, 'host' | 'key' | 'baseUrl'>> = {}): Promise<App> {
  app = await createApp({
    host: quietHost(),
    version: 'test',
    dataDirectory: data,
    workspace: 'default',
    rate: 0,
    now: () => NOW,
    ...given,
  });
  return app;
}

async function close(): Promise<void> {
  await app?.close();
  app = undefined;
}

const ask = <M extends Method>(each: App, method: M, input: Input<M>) => createAppClient(each).call(method, input);
const fileOf = (name: string) => join(data, 'workspaces/default', name);
const journal = () => fileOf('journal.sqlite');

function flip(text: string): void {
  const bytes = readFileSync(journal());
  const at = bytes.indexOf(text);
  expect(at).toBeGreaterThan(0);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(journal(), bytes);
}

const damageOf = async (each: App) => (await ask(each, 'journal.state', {})).damage;

test('keeps the address and the key that were given for this run, and reads the key once', async () => {
  // The good copy is from before the workspace had an address: only this run knows it.
  await ask(await open(), 'names.keep', { owners: { '11': anna } });
  await close();
  flip('Anna Keller');
  let reads = 0;
  const key = async () => {
    reads += 1;
    return KEY;
  };
  const again = await open({ baseUrl: service.url, key });
  await ask(again, 'journal.mend', { from: 'copy' });
  expect(await ask(again, 'workspace.state', {})).toMatchObject({ baseUrl: service.url, key: 'memory' });
  expect(await ask(again, 'sync.run', {})).toMatchObject({ status: 'complete', records: RECORDS });
  expect(reads).toBe(1);
});

test('keeps the key when another workspace was open in between', async () => {
  const first = await open({ baseUrl: service.url, key: KEY });
  await ask(first, 'workspace.open', { name: 'other' });
  expect(await ask(first, 'workspace.state', {})).toMatchObject({ key: 'none' });
  await ask(first, 'workspace.open', { name: 'default' });
  expect(await ask(first, 'key.test', {})).toMatchObject({ ok: true });
});

test('is what it was when the copy cannot be opened: damaged, with its address and key, and with its copies', async () => {
  await ask(await open(), 'names.keep', { owners: { '11': anna } });
  await close();
  const kept = openJournal(journal(), { copyClock: () => NOW });
  kept.saveSetting(BASE_URL, ELSEWHERE);
  kept.saveSetting(ANSWERED, true);
  kept.close();
  const copies = readdirSync(fileOf('journal-copies'));
  // The address is what was lost: this run may give another, the copy knows that it must not.
  flip(`"${ELSEWHERE}"`);
  const before = readFileSync(journal());
  const again = await open({ baseUrl: service.url, key: KEY });
  await expect(ask(again, 'journal.mend', { from: 'copy' })).rejects.toMatchObject({
    error: { code: 'workspace-bound', detail: ELSEWHERE },
  });
  expect(await damageOf(again)).toMatchObject({ what: 'damaged', lost: { settings: 1 } });
  expect(await ask(again, 'workspace.state', {})).toMatchObject({ baseUrl: service.url, key: 'memory' });
  expect(readFileSync(journal()).equals(before)).toBe(true);
  expect(readdirSync(fileOf('journal-copies'))).toEqual(copies);
  await ask(again, 'journal.mend', { from: 'rest' });
  expect(await damageOf(again)).toBeNull();
  expect(await ask(again, 'key.test', {})).toMatchObject({ ok: true });
});

test('answers what is asked while it is opened again, once it is open', secondTier, async () => {
  await ask(await open(), 'names.keep', { owners: { '11': anna } });
  await close();
  flip('Anna Keller');
  const again = await open();
  const mended = ask(again, 'journal.mend', { from: 'copy' }).then(() => true);
  const failed: unknown[] = [];
  do {
    const answer = await again.call('settings.get', {});
    if (!answer.ok) failed.push(answer.error);
  } while (!(await Promise.race([mended, nextTurn(false)])));
  expect(failed).toEqual([]);
});

test(
  'a download that was to go on by itself still does after a saved workspace could not be opened',
  secondTier,
  async () => {
    const small = await openService({
      records: RECORDS,
      seed: 3,
      asOf: '2026-11-20',
      sampleMonths: 4,
      now: () => NOW,
      key: KEY,
      dailyQuota: 2,
    });
    const file = join(data, 'firm.timelog');
    // What was loaded turns out to belong to another address in the moment in which it is opened.
    const bindElsewhere = async () => {
      const [loading = ''] = readdirSync(data).filter((name) => name.startsWith('loading-'));
      const kept = openJournal(join(data, loading, 'journal.sqlite'));
      kept.saveSetting(BASE_URL, ELSEWHERE);
      kept.saveSetting(ANSWERED, true);
      kept.close();
    };
    const host = quietHost({
      kind: 'browser',
      chooseDestination: async () => ({ path: file }),
      chooseSource: async () => ({ path: file, release: bindElsewhere }),
    });
    const first = await open({ baseUrl: small.url, key: KEY, host });
    expect(await ask(first, 'sync.run', {})).toMatchObject({ status: 'partial' });
    const { resumesAt } = await ask(first, 'sync.state', {});
    expect(resumesAt).not.toBeNull();
    await ask(first, 'workspace.save', {});
    await expect(ask(first, 'workspace.load', { name: 'firm' })).rejects.toMatchObject({
      error: { code: 'workspace-bound' },
    });
    expect(await ask(first, 'workspace.state', {})).toMatchObject({ name: 'default' });
    expect((await ask(first, 'sync.state', {})).resumesAt).toBe(resumesAt);
    await close();
    await small.close();
  },
);

test('says why when it cannot be opened at all, and is open again once the obstacle is gone', secondTier, async () => {
  await ask(await open(), 'names.keep', { owners: { '11': anna } });
  await close();
  flip('Anna Keller');
  const again = await open();
  // Another program takes the store in the moment in which it is closed: here a copy that it holds already.
  const store = fileOf('snapshot.duckdb');
  const theirs = join(mkdtempSync(join(dirname(store), 'theirs-')), 'theirs.duckdb');
  const child = spawn(process.execPath, [OWNER, theirs, '1'], { stdio: ['ignore', 'pipe', 'pipe'] });
  await readFirstOutput(child);
  renameSync(store, `${store}.moved`);
  renameSync(theirs, store);
  const inUse = { error: { code: 'store-in-use' } };
  await expect(ask(again, 'journal.mend', { from: 'rest' })).rejects.toMatchObject(inUse);
  await expect(ask(again, 'report.run', { measures: ['logged_hours'] })).rejects.toMatchObject(inUse);
  child.kill('SIGKILL');
  await once(child, 'exit');
  copyFileSync(`${store}.moved`, store);
  rmSync(`${store}.wal`, { force: true });
  await expect
    .poll(() => ask(again, 'journal.state', {}).catch(() => undefined))
    .toMatchObject({
      damage: { what: 'damaged', lost: { people: 1 } },
    });
});
