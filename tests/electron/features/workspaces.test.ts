/** Several services side by side: connected, listed, refused precisely, and deleted with what belongs to them. */
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createApp, type App } from '#electron/app/app.ts';
import type { Input, Method, Output } from '#contract/api.ts';
import type { Result } from '#contract/errors.ts';
import type { Service } from '#service/server.ts';
import { openService } from '#tests/support/hosts/hops.ts';
import { memorySecrets, quietHost } from '#tests/support/hosts/quiet-host.ts';
import { chooseCases } from '#tests/support/tier.ts';
import { sendJson, startLoopbackServer, type Answerer } from '#tests/support/hosts/loopback-server.ts';

const KEY = 'key-of-the-workspace-test';

/** With the sample, `first` and, which is open, `second`: every test begins with a copy. */
let prepared: string;
let folder: string;
let services: Service[];
let keys: Map<string, string>;
let app: App;

const start = (more: Partial<ReturnType<typeof memorySecrets>> = {}) =>
  createApp({
    host: quietHost({ secrets: { ...memorySecrets(keys), ...more } }),
    version: 'test',
    dataDirectory: folder,
    rate: 0,
    sampleAsOf: '2026-11-21',
  });

beforeAll(async () => {
  services = await Promise.all(
    [3, 5].map((records) => openService({ seed: 7, asOf: '2026-11-21', records, key: KEY })),
  );
  prepared = mkdtempSync(join(tmpdir(), 'workspace-prepared-'));
  folder = prepared;
  keys = new Map();
  app = await start();
  await connect('first');
  await connect('second', services[1]);
  await app.close();
});
afterAll(async () => {
  await Promise.all(services.map((each) => each.close()));
  rmSync(prepared, { recursive: true, force: true });
});

/** @param host what the keychain does otherwise */
async function begin(host: Partial<ReturnType<typeof memorySecrets>> = {}): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'workspace-handlers-'));
  cpSync(prepared, folder, { recursive: true });
  keys = new Map([0, 1].map((at) => [origin(at), KEY]));
  app = await start(host);
}
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const call = <M extends Method>(method: M, input: Input<M>) => app.call(method, input) as Promise<Result<Output<M>>>;
async function get<M extends Method>(method: M, input: Input<M>): Promise<Output<M>> {
  const result = await call(method, input);
  return result.ok ? result.value : expect.fail(JSON.stringify(result.error));
}
const connect = (name: string, service = services[0]) =>
  get('workspace.connect', { name, baseUrl: service?.url ?? '', key: KEY });
const listed = async () => (await get('workspace.list', {})).workspaces;
const origin = (at: number) => new URL(services[at]?.url ?? '').origin;

test('each has its records, its key and its size', async () => {
  await begin();
  await get('workspace.open', { name: 'first' });
  await get('sync.run', {});
  await get('workspace.open', { name: 'second' });
  // The sample, which the app opened with, stands between them.
  const all = await listed();
  const [first, second] = ['first', 'second'].map((own) => all.find(({ name }) => name === own));
  expect(first).toMatchObject({ name: 'first', baseUrl: origin(0), records: 3, hasKey: true });
  expect(second).toMatchObject({ name: 'second', baseUrl: origin(1), hasKey: true });
  const sizes = readdirSync(join(folder, 'workspaces/first'));
  expect(sizes.length).toBeGreaterThan(1);
  expect(first?.bytes).toBeGreaterThan(10_000);
  await get('key.forget', {});
  expect((await listed()).map(({ name, hasKey }) => [name, hasKey])).toEqual([
    ['first', true],
    ['sample', false],
    ['second', false],
  ]);
});

test('one that is not open is deleted with its key, its views and its place among reports', async () => {
  await begin();
  await get('preferences.set', {
    lastReports: { first: 'a', second: 'b' },
    recordViews: {
      first: [{ format: 'timelog-view', version: 1, name: 'Mine', view: { period: '2026-10' } }],
      second: [],
    },
  });
  const { keyKeptFor, workspace } = await get('workspace.remove', { name: 'first' });
  expect([keyKeptFor, workspace.name]).toEqual([null, 'second']);
  expect(keys).toEqual(new Map([[origin(1), KEY]]));
  expect(readdirSync(join(folder, 'workspaces'))).toEqual(['sample', 'second']);
  expect(await get('preferences.get', {})).toMatchObject({ lastReports: { second: 'b' }, recordViews: { second: [] } });
  expect(JSON.stringify(await get('preferences.get', {}))).not.toContain('first');
});

test('one that is connected takes over no settings of the one before', async () => {
  await begin();
  await get('workspace.open', { name: 'first' });
  await get('settings.set', { currency: 'CHF', weekStart: 'sunday' });
  await connect('third', services[1]);
  expect(await get('settings.get', {})).toMatchObject({ currency: null, weekStart: 'monday' });
  await get('workspace.open', { name: 'first' });
  expect(await get('settings.get', {})).toMatchObject({ currency: 'CHF', weekStart: 'sunday' });
});

test('the open one gives way to another, and the next start opens that', async () => {
  await begin();
  expect((await get('workspace.remove', { name: 'second' })).workspace.name).toBe('first');
  await app.close();
  app = await start();
  expect((await get('workspace.state', {})).name).toBe('first');
  expect((await get('workspace.remove', { name: 'first' })).workspace.name).toBe('sample');
  expect(keys.size).toBe(0);
});

test('a key stays while another workspace of the same address needs it', async () => {
  await begin();
  await connect('again');
  expect((await get('workspace.remove', { name: 'again' })).keyKeptFor).toBe('first');
  expect(keys.get(origin(0))).toBe(KEY);
});

test('nothing is deleted when the keychain does not give the key away, or while the only one is open', async () => {
  await begin({ forget: () => Promise.reject(new Error('The keychain is locked')) });
  expect((await call('workspace.remove', { name: 'first' })).ok).toBe(false);
  expect(existsSync(join(folder, 'workspaces/first/journal.sqlite'))).toBe(true);
  expect(await call('workspace.remove', { name: '../first' })).toMatchObject({ error: { code: 'usage' } });
  await app.close();
  rmSync(join(folder, 'workspaces/first'), { recursive: true });
  rmSync(join(folder, 'workspaces/second'), { recursive: true });
  app = await start();
  await get('workspace.open', { name: 'sample' });
  expect(await call('workspace.remove', { name: 'sample' })).toMatchObject({ ok: false, error: { code: 'usage' } });
});

test('one is called otherwise later, open or not, and keeps its folder and its records', async () => {
  await begin();
  const title = 'Müller & Söhne / Q3';
  expect(await get('workspace.rename', { name: 'first', title })).toMatchObject({ name: 'second', label: 'second' });
  expect(await get('workspace.rename', { name: 'second', title: ' acme ' })).toMatchObject({ label: 'acme' });
  expect((await listed()).map(({ name, label }) => [name, label])).toEqual([
    ['first', title],
    ['sample', 'sample'],
    ['second', 'acme'],
  ]);
  expect(existsSync(join(folder, 'workspaces/acme'))).toBe(false);
  // Neither a title nor a folder of another one, nor no name at all; its own in another case is one.
  for (const taken of ['ACME', 'second', 'SECOND', 'Sample', '\u200b '])
    expect(await call('workspace.rename', { name: 'first', title: taken })).toMatchObject({ error: { code: 'usage' } });
  expect(await get('workspace.rename', { name: 'second', title: 'Acme' })).toMatchObject({ label: 'Acme' });
  for (const name of ['sample', '../first', 'there-is-none'])
    expect(await call('workspace.rename', { name, title: 'Any' })).toMatchObject({ error: { code: 'usage' } });
  // A title that could be a folder's name leads to its own folder, not to a new one.
  expect(await call('workspace.connect', { name: 'acme', baseUrl: origin(0), key: KEY })).toMatchObject({
    error: { code: 'usage' },
  });
  await app.close();
  app = await createApp({
    host: quietHost({ secrets: memorySecrets(keys) }),
    version: 'test',
    dataDirectory: folder,
    rate: 0,
    workspace: 'acme',
  });
  expect(await get('workspace.state', {})).toMatchObject({ name: 'second', label: 'Acme' });
});

const strangers: Readonly<Record<string, Answerer>> = {
  'a web page': (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
  'a page that is not there': (response) =>
    void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>No</h1>'),
  'another interface': (response) => sendJson(response, { hello: 'there' }),
  'one that leads elsewhere': (response) => void response.writeHead(302, { location: 'https://login.example/' }).end(),
};

test.each(chooseCases(1, Object.entries(strangers)))('%s is told apart from the service', async (_, answer) => {
  await begin();
  const server = await startLoopbackServer(answer);
  onTestFinished(() => server.close());
  expect(await call('workspace.connect', { name: 'third', baseUrl: server.origin, key: KEY })).toEqual({
    ok: false,
    error: { code: 'not-the-service', detail: server.origin },
  });
});

test('where nothing listens it says so, and a wrong key is a wrong key', async () => {
  await begin();
  const server = await startLoopbackServer(() => {});
  await server.close();
  const before = new Map(keys);
  expect(await call('workspace.connect', { name: 'third', baseUrl: server.origin, key: KEY })).toMatchObject({
    error: { code: 'offline', reason: 'refused' },
  });
  expect(await call('workspace.connect', { name: 'third', baseUrl: origin(0), key: 'another' })).toMatchObject({
    error: { code: 'key-rejected' },
  });
  expect(keys).toEqual(before);
  // No empty workspace is left behind.
  expect(existsSync(join(folder, 'workspaces/third'))).toBe(false);
});
