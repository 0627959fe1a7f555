/** Files for a client with a profile, on a real store: where packs, titles, amounts and profiles meet. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createApp, type App } from '../../../../electron/app/app.ts';
import { openService } from '../../../support/hosts/hops.ts';
import { api, type Input, type Method, type Output } from '../../../../src/contract/api.ts';
import type { Manifest } from '../../../../src/contract/exports.ts';
import { propertyNames } from '../../../../src/domain/property-names.ts';
import { defaultSettings } from '../../../../src/domain/settings.ts';
import { readPack } from '../../../support/exports/pack-files.ts';
import { quietHost } from '../../../support/hosts/quiet-host.ts';

let folder: string;
let out: string;
let app: App;
let service: Awaited<ReturnType<typeof openService>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'export-runs-'));
  service = await openService({ records: 450, seed: 3, asOf: '2026-11-20' });
  app = await createApp({
    host: quietHost({ chooseDestination: async (name) => ({ path: join(out, name), replaces: true }) }),
    version: 'test',
    dataDirectory: join(folder, 'data'),
    workspace: 'default',
    rate: 0,
    baseUrl: service.url,
    ...(service.key !== null && { key: service.key }),
  });
  await ask('sync.run', {});
  const { rows } = await ask('records.page', {
    columns: [propertyNames.objectType, propertyNames.objectId],
    filterGroups: [{ filters: [{ propertyName: propertyNames.objectId, operator: 'HAS_PROPERTY' }] }],
    limit: 200,
  });
  const keys = [
    ...new Set(rows.map(({ values }) => `${values[propertyNames.objectType]}:${values[propertyNames.objectId]}`)),
  ];
  const objects = Object.fromEntries(
    keys.slice(0, 40).map((key, at) => [key, { name: `Job ${at}`, client: at % 2 === 0 ? 'Acme' : 'Beta' }]),
  );
  await ask('names.keep', { objects });
}, 60_000);
beforeEach(async () => {
  out = mkdtempSync(join(folder, 'out-'));
  const { amounts, hoursStyle } = defaultSettings;
  await ask('settings.set', { amounts, hoursStyle, clientProfiles: [profile] });
});
afterAll(async () => {
  await app.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const profile = { client: 'Acme', rates: false, format: null, names: null };
const ofAcme = [{ filters: [{ propertyName: 'client', operator: 'EQ' as const, value: 'Acme' }] }];
const ofBoth = [{ filters: [{ propertyName: 'client', operator: 'IN' as const, values: ['acme', 'beta'] }] }];
const columns = ['title', 'total_minutes', 'billable_amount', 'cost_amount', 'billable_rate'];

/** The value, for a call that must succeed. */
async function ask<M extends Method>(method: M, input: Input<M>): Promise<Output<M>> {
  const result = await app.call(method, input);
  if (!result.ok) throw new Error(`${method}: ${JSON.stringify(result.error)}`);
  return api[method].output.parse(result.value) as Output<M>;
}

/** The manifests of a pack's files. */
async function pack(asked: Input<'export.pack'>): Promise<{ profiled: readonly string[]; manifests: Manifest[] }> {
  const written = await ask('export.pack', asked);
  if (!written) throw new Error('No pack was written');
  const files = readPack(join(out, readdirSync(out).find((name) => name.endsWith('.zip')) ?? ''));
  const manifests = [...files]
    .filter(([each]) => each.endsWith('.manifest.json'))
    .map(([, content]) => JSON.parse(content.toString('utf8')) as Manifest);
  return { profiled: written.profiled ?? [], manifests };
}

it('a pack by person over one client with a profile holds files for that client alone', async () => {
  const long = { propertyName: 'total_minutes', operator: 'GT' as const, value: '240' };
  const filterGroups = ofAcme.map(({ filters }) => ({ filters: [...filters, long] }));
  const { profiled, manifests } = await pack({ filterGroups, by: propertyNames.owner, columns });
  expect(profiled).toEqual(['Acme']);
  expect(manifests.length).toBeGreaterThan(1);
  for (const manifest of manifests) {
    expect(manifest.audience).toBe('client');
    expect(manifest.columns).not.toContain(propertyNames.costAmount);
    expect(manifest.columns).not.toContain(propertyNames.billableRate);
  }
});

it('a client’s file in a pack is not called as the report is called inside', async () => {
  const report = { measures: ['logged_hours'], groupBy: [propertyNames.owner], filterGroups: ofBoth };
  const { manifests } = await pack({ report, name: 'Whom to drop', by: 'client' });
  expect(manifests.map(({ audience, title }) => [audience, title.includes('Whom to drop')])).toEqual([
    ['client', false],
    ['internal', true],
  ]);
});

it('a pack of one format has one form, whatever format a profile prefers', async () => {
  await ask('settings.set', { hoursStyle: 'clock', clientProfiles: [{ ...profile, format: 'json' }] });
  const { manifests } = await pack({ filterGroups: ofBoth, by: 'client', columns });
  expect(manifests.map(({ format, preset, options }) => [format, preset, options.heads])).toEqual([
    ['csv', 'excel', 'labels'],
    ['csv', 'excel', 'labels'],
  ]);
});

it('a client is told no condition on an amount that the file shows another one in place of', async () => {
  await ask('settings.set', { amounts: 'auto' });
  const filters = [
    ...ofAcme.flatMap(({ filters: own }) => own),
    { propertyName: 'billable_amount', operator: 'GT' as const, value: '100' },
  ];
  const sort = { propertyName: 'billable_amount', direction: 'DESCENDING' as const };
  const asked = { filterGroups: [{ filters }], sort, columns: [...columns, propertyNames.objectId], names: true };
  const manifest = await ask('export.run', asked);
  expect(manifest).toMatchObject({ audience: 'client', internalFilter: true, filter: [] });
  expect(manifest?.sort).toBeUndefined();
  expect(manifest?.columns).toContain('billable_value');
});

it('a page for a client has the amount that counts', async () => {
  await ask('settings.set', { amounts: 'auto' });
  const manifest = await ask('export.run', { filterGroups: ofAcme, format: 'pdf' });
  expect(manifest).toMatchObject({ audience: 'client', format: 'pdf' });
  expect(manifest?.columns).toContain('billable_value');
  expect(manifest?.withheld).toBeUndefined();
});

it('what is printed is the screen, and the Overview is for internal use', async () => {
  const printed = { format: 'pdf', audience: 'internal' } as const;
  expect(await ask('export.run', { filterGroups: ofAcme, columns, ...printed })).toMatchObject({
    audience: 'internal',
  });
  const part = { title: 'Clients', report: { measures: ['margin'], groupBy: ['client'], filterGroups: ofAcme } };
  const overview = await ask('export.overview', { filterGroups: ofAcme, name: 'Overview', parts: [part] });
  expect(overview).toMatchObject({ audience: 'internal', parts: [{ title: 'Clients', lines: 1 }] });
});
