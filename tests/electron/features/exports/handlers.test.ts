import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createApp, type App } from '#electron/app/app.ts';
import { reportSchema } from '#domain/reports/definition/report.ts';
import { openService } from '#tests/support/hosts/hops.ts';
import { quietHost } from '#tests/support/hosts/quiet-host.ts';
import { chooseCases, secondTier } from '#tests/support/tier.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

it('a file over records that are not all here is offered under a name that says so', secondTier, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'export-name-'));
  const service = await openService({ records: 450, seed: 3, asOf: '2026-11-20', now: () => NOW });
  const offered: string[] = [];
  const host = quietHost({
    async chooseDestination(suggestedName) {
      offered.push(suggestedName);
      return undefined;
    },
  });
  const app = await createApp({
    host,
    version: 'test',
    dataDirectory: folder,
    workspace: 'default',
    rate: 0,
    now: () => NOW,
    baseUrl: service.url,
    ...(service.key !== null && { key: service.key }),
  });
  try {
    const exported = () => app.call('export.run', { period: '2026-10', allowEmpty: true });
    expect(await app.call('sync.run', { maxRequests: 1 })).toMatchObject({ value: { status: 'partial' } });
    expect(await exported()).toEqual({ ok: true, value: null });
    expect(await app.call('sync.run', {})).toMatchObject({ value: { status: 'complete' } });
    await exported();
    expect(offered).toEqual(['time-logs-2026-10-partial.csv', 'time-logs-2026-10.csv']);
  } finally {
    await app.close();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

let data: string;
let out: string;
let app: App;
let choosePath: (suggestedName: string) => string;

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'export-handlers-'));
  const host = quietHost({ chooseDestination: async (name) => ({ path: choosePath(name), replaces: true }) });
  app = await createApp({ host, version: 'test', dataDirectory: data, workspace: 'default', now: () => NOW });
});
beforeEach(() => {
  out = mkdtempSync(join(data, 'out-'));
  choosePath = (name) => join(out, name);
});
afterAll(async () => {
  await app.close();
  rmSync(data, { recursive: true, force: true });
});

it('that nothing matches is told before a place is chosen, unless an empty file is wished', async () => {
  const offered: string[] = [];
  choosePath = (name) => {
    offered.push(name);
    return join(out, name);
  };
  const refused = { ok: false, error: { code: 'nothing-matched' } };
  const report = reportSchema.parse({ measures: ['records'], period: '2026-10' });
  expect(await app.call('export.run', { period: '2026-10' })).toMatchObject(refused);
  expect(await app.call('export.report', { report })).toMatchObject(refused);
  expect(await app.call('export.pack', { period: '2026-10' })).toMatchObject(refused);
  expect(offered).toEqual([]);
  expect(await app.call('export.run', { period: '2026-10', allowEmpty: true })).toMatchObject({
    value: { lines: 0 },
  });
  expect(offered).toHaveLength(1);
});

it.each(chooseCases(1, ['auto', 'recorded', 'recorded-else-auto'] as const))(
  'the manifest says which amounts count: %s',
  async (amounts) => {
    expect(await app.call('settings.set', { amounts })).toMatchObject({ ok: true });
    expect(await app.call('export.run', { allowEmpty: true })).toMatchObject({ ok: true, value: { amounts } });
  },
);

it('where the manifest cannot be written, file and manifest of before stay as they were', async () => {
  // Long enough that the name under which a manifest is written is too long, and its final one is not.
  const path = join(out, `${'x'.repeat(201)}.csv`);
  writeFileSync(path, 'of last month');
  writeFileSync(`${path}.manifest.json`, '{"sha256":"of last month"}');
  choosePath = () => path;
  expect(await app.call('export.run', { allowEmpty: true })).toMatchObject({
    ok: false,
    error: { code: 'write-failed' },
  });
  expect(readFileSync(path, 'utf8')).toBe('of last month');
  expect(readFileSync(`${path}.manifest.json`, 'utf8')).toBe('{"sha256":"of last month"}');
  expect(readdirSync(out).filter((name) => name.endsWith('.part'))).toEqual([]);
});
