/** Workspaces are called by any text: their folders are ids, older ones stay where they are, and no two are called alike. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp, type App } from '#electron/app/app.ts';
import { createAppClient, type AppClient } from '#electron/cli/arguments/command.ts';
import { findFolder } from '#electron/workspace/titles.ts';
import type { Service } from '#service/server.ts';
import { openService } from '../support/hosts/hops.ts';
import { quietHost } from '../support/hosts/quiet-host.ts';
import { chooseCases } from '../support/tier.ts';

const KEY = 'some-key';
const ann = { name: 'Ann', team: null, weeklyHours: null, activeFrom: null, activeTo: null };

let folder: string;
let data: string;
let service: Service;
let app: App | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'titles-'));
  const now = () => Date.parse('2026-11-20T12:00:00Z');
  service = await openService({ records: 10, seed: 3, asOf: '2026-11-20', sampleMonths: 1, now, key: KEY });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  data = mkdtempSync(join(folder, 'data-'));
});
afterEach(close);

async function open(workspace: string | undefined): Promise<AppClient> {
  await close();
  app = await createApp({
    host: quietHost(),
    version: 'test',
    dataDirectory: data,
    ...(workspace !== undefined && { workspace }),
  });
  return createAppClient(app);
}

async function close(): Promise<void> {
  await app?.close();
  app = undefined;
}

const connect = (page: AppClient, name: string) =>
  page.call('workspace.connect', { name, baseUrl: service.url, key: KEY });
const labels = async (page: AppClient) =>
  (await page.call('workspace.list', {})).workspaces.map(({ name, label }) => [name, label] as const);

test('any text is a name, which the terminal takes as well as the folder’s id, and which stays after a restart', async () => {
  const named = chooseCases(3, [
    ['Müller & Söhne / Q3', 'muller-sohne-q3'],
    ['🚀', 'workspace'],
    ['../../etc', 'etc'],
    ['שלום עולם', 'workspace-2'],
    ['Acme...', 'acme'],
    ['x'.repeat(200), 'x'.repeat(36)],
  ] as const);
  const texts = named.map(([text]) => text);
  let page = await open('sample');
  for (const text of texts) expect((await connect(page, text)).label).toBe(text);
  const folders = named.map(([, name]) => name);
  expect(readdirSync(join(data, 'workspaces')).toSorted()).toEqual([...folders, 'sample'].toSorted());
  await close();
  for (const [at, text] of texts.entries())
    for (const called of [text, ` ${text.toUpperCase()}  `, folders[at] ?? ''])
      expect(findFolder(data, called)).toEqual({ name: folders[at] });
  for (const called of [` ${texts[0]?.toUpperCase()}  `, 'etc']) {
    page = await open(called);
    const at = called === 'etc' ? 2 : 0;
    const found = { name: folders[at], label: texts[at], kind: 'service' };
    expect(await page.call('workspace.state', {})).toMatchObject(found);
  }
  // The one that was open last, by its id.
  page = await open(undefined);
  expect(Object.fromEntries(await labels(page))).toEqual({
    sample: 'sample',
    ...Object.fromEntries(folders.map((name, at) => [name, texts[at]])),
  });
});

test('two are never called alike, whatever the case and the form of letters: a sentence says so', async () => {
  const page = await open('sample');
  await connect(page, 'Café Müller');
  for (const again of ['CAFÉ MÜLLER', 'Cafe\u0301 Mu\u0308ller', ' Café  Müller'])
    await expect(connect(page, again)).rejects.toMatchObject({
      error: { code: 'usage', detail: expect.stringContaining('called “') as string },
    });
  await expect(page.call('workspace.load', { name: 'café müller' })).rejects.toMatchObject({
    error: { code: 'usage' },
  });
  // Another name of the same letters is another workspace.
  expect(await connect(page, 'Café-Müller')).toMatchObject({ name: 'cafe-muller-2', label: 'Café-Müller' });
  await expect(connect(page, ' ')).rejects.toMatchObject({ error: { code: 'usage' } });
});

test('the two that are there from the start are called by their names in either case', async () => {
  expect(await (await open('Sample')).call('workspace.state', {})).toMatchObject({ name: 'sample', label: 'sample' });
  expect(await (await open('DEFAULT')).call('workspace.state', {})).toMatchObject({ name: 'default', kind: 'new' });
});

test('a workspace of before keeps its folder, its names and its records, and is called by its id', async () => {
  let page = await open('acme-2025');
  await page.call('names.keep', { owners: { '7': ann }, objects: {} });
  page = await open('ACME-2025');
  expect(await page.call('workspace.state', {})).toMatchObject({ name: 'acme-2025', label: 'acme-2025' });
  expect((await page.call('names.list', {})).owners).toMatchObject({ '7': { name: 'Ann' } });
  expect(readdirSync(join(data, 'workspaces'))).toEqual(['acme-2025']);
});

test('a failed connection leaves no folder of a new name', async () => {
  const page = await open('sample');
  await expect(
    page.call('workspace.connect', { name: 'Ü & Co', baseUrl: service.url, key: 'wrong' }),
  ).rejects.toThrow();
  expect(readdirSync(join(data, 'workspaces'))).toEqual(['sample']);
});

test('an empty one is taken by what is connected under its name', async () => {
  const page = await open('Café Müller');
  expect(await page.call('workspace.state', {})).toMatchObject({ name: 'cafe-muller', kind: 'new' });
  expect(await connect(page, 'café müller')).toMatchObject({ name: 'cafe-muller', label: 'Café Müller' });
  await expect(connect(page, 'Café Müller')).rejects.toMatchObject({ error: { code: 'usage' } });
});

test('a damaged one is not taken for one that is not there, and is in the way of no other', async () => {
  const page = await open('sample');
  await connect(page, 'Ann & Co');
  await connect(page, 'Ünal');
  await close();
  writeFileSync(join(data, 'workspaces/ann-co/journal.sqlite'), 'no journal');
  expect(await (await open('ünal')).call('workspace.state', {})).toMatchObject({ name: 'unal' });
  await expect(open('Ann & Co')).rejects.toMatchObject({ error: { code: 'file-damaged' } });
  expect(readdirSync(join(data, 'workspaces')).toSorted()).toEqual(['ann-co', 'sample', 'unal']);
  const other = await open('sample');
  expect(await connect(other, 'Čapek')).toMatchObject({ name: 'capek', label: 'Čapek' });
});
