/** Files for a client with a profile, on a real store: where packs, titles, amounts and profiles meet. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createApp, type App } from '#electron/app/app.ts';
import { openService } from '#tests/support/hosts/hops.ts';
import { api, type Input, type Method, type Output } from '#contract/api.ts';
import type { Manifest } from '#contract/exports.ts';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import { propertyNames } from '#domain/properties.ts';
import { defaultSettings } from '#domain/settings.ts';
import { readPack } from '#tests/support/exports/pack-files.ts';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { printHere } from '#tests/support/exports/print-here.ts';
import { readZip } from '#tests/support/exports/zip.ts';
import { quietHost } from '#tests/support/hosts/quiet-host.ts';
import { chooseCases, secondTier } from '#tests/support/tier.ts';

let folder: string;
let out: string;
let app: App;
/** The file that is checked. */
let source: string;
let service: Awaited<ReturnType<typeof openService>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'export-runs-'));
  service = await openService({ records: 450, seed: 3, asOf: '2026-11-20' });
  app = await createApp({
    host: quietHost({
      chooseSource: async () => ({ path: source }),
      chooseDestination: async (name) => ({ path: join(out, name), replaces: true }),
    }),
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
/** A few of them. */
const long = { propertyName: 'total_minutes', operator: 'GT' as const, value: '480' };
const longOfAcme = ofAcme.map(({ filters }) => ({ filters: [...filters, long] }));
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
  const { profiled, manifests } = await pack({ filterGroups: longOfAcme, by: propertyNames.owner, columns });
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
  const manifest = await ask('export.run', { filterGroups: longOfAcme, format: 'html' });
  expect(manifest).toMatchObject({ audience: 'client', format: 'html' });
  expect(manifest?.columns).toContain('billable_value');
  expect(manifest?.withheld).toBeUndefined();
});

it('what is printed is the screen, and the Overview is for internal use', async () => {
  printHere();
  const printed = { format: 'pdf', audience: 'internal' } as const;
  expect(await ask('export.run', { filterGroups: longOfAcme, columns, ...printed })).toMatchObject({
    audience: 'internal',
  });
  const part = { title: 'Clients', report: { measures: ['margin'], groupBy: ['client'], filterGroups: ofAcme } };
  const overview = await ask('export.overview', { filterGroups: ofAcme, name: 'Overview', parts: [part] });
  expect(overview).toMatchObject({ audience: 'internal', parts: [{ title: 'Clients', lines: 1 }] });
});

it('a file for a client that would tell it of other clients is refused, unless that is allowed', async () => {
  const asked = { filterGroups: ofBoth, audience: 'client' as const };
  const report = { measures: ['logged_hours'], groupBy: ['client'], filterGroups: ofBoth };
  const refused = { ok: false, error: { code: 'usage', detail: texts.refusals.severalClients(2, false) } };
  expect(await app.call('export.run', { ...asked, columns })).toMatchObject(refused);
  expect(await app.call('export.report', { audience: 'client', report })).toMatchObject(refused);
  expect(await app.call('export.pack', { ...asked, columns, by: propertyNames.owner })).toMatchObject(refused);
  expect(readdirSync(out)).toEqual([]);
  const severalClients = true;
  const holds = { clients: 2, withoutClient: false };
  expect(await ask('export.run', { ...asked, columns, severalClients })).toMatchObject({ holds });
  expect(await ask('export.report', { audience: 'client', report, severalClients })).toMatchObject({ holds });
  expect(await app.call('export.run', { columns, severalClients })).toMatchObject({
    error: { detail: texts.refusals.severalInside },
  });
});

it.each(chooseCases(1, ['html', 'csv', 'xlsx', 'json'] as const))(
  'a %s for a client has neither the service’s address nor hashes of names and settings, and is known here all the same',
  async (format) => {
    const written = await ask('export.run', { filterGroups: ofAcme, columns, format });
    const { directoryHash = '', settingsHash = '' } = written ?? {};
    expect([directoryHash.length, settingsHash.length]).toEqual([64, 64]);
    for (const name of readdirSync(out)) {
      const bytes = readFileSync(join(out, name));
      const contents =
        format === 'xlsx' && name.endsWith('.xlsx') ? readZip(bytes).map(({ content }) => content) : [bytes];
      for (const content of contents)
        for (const told of [service.url, directoryHash, settingsHash]) expect(content.includes(told)).toBe(false);
    }
    source = join(out, written?.file ?? '');
    expect(await ask('export.verify', {})).toMatchObject({ again: { state: 'equal', isKnown: true } });
    await ask('names.keep', { owners: { 1: { name: `Ada ${format}` } } });
    expect(await ask('export.verify', {})).not.toMatchObject({ again: { state: 'differs' } });
  },
);

it(
  'a statement whose letterhead has changed since cannot be compared, and its client is told no hash of it',
  secondTier,
  async () => {
    printHere();
    await ask('settings.set', { senderName: 'Firm', senderAddress: 'Street 1' });
    const written = await ask('export.run', { filterGroups: longOfAcme, format: 'pdf' });
    expect(written?.letterheadHash).toHaveLength(64);
    const beside = readFileSync(join(out, `${written?.file}.manifest.json`), 'utf8');
    expect(beside).not.toContain('letterheadHash');
    source = join(out, written?.file ?? '');
    expect(await ask('export.verify', {})).toMatchObject({ again: { state: 'equal', isKnown: true } });
    const changes = [{ clientProfiles: [{ ...profile, address: 'Lane 3' }] }, { senderAddress: 'Street 2' }];
    for (const change of changes) {
      await ask('settings.set', { senderAddress: 'Street 1', clientProfiles: [profile], ...change });
      expect(await ask('export.verify', {})).toMatchObject({ again: { state: 'unknown', why: ['settings'] } });
    }
    await ask('settings.set', { senderName: null, senderAddress: null });
  },
);

it('a client’s file with names alone tells no condition on the id of an owner', async () => {
  const { rows } = await ask('records.page', { columns: [propertyNames.owner], filterGroups: ofAcme, limit: 1 });
  const value = rows[0]?.values[propertyNames.owner] ?? '';
  const owner = { propertyName: propertyNames.owner, operator: 'EQ' as const, value };
  const filterGroups = ofAcme.map(({ filters }) => ({ filters: [...filters, owner] }));
  const asked = { filterGroups, columns: ['title', propertyNames.owner], names: true };
  expect(await ask('export.run', asked)).toMatchObject({ audience: 'client', internalFilter: true, filter: [] });
});

it('a CSV of records for spreadsheets has every digit, which it says, and its columns add up to the totals', async () => {
  const asked = { columns: ['total_minutes', 'billable_amount'], format: 'csv' as const };
  const codes = (manifest: Output<'export.run'>) => manifest?.notes.map(({ code }) => code) ?? [];
  const written = await ask('export.run', asked);
  expect(codes(written)).toContain('every-digit');
  const { totals } = await ask('report.run', { measures: ['logged_hours'] });
  const cells = readFileSync(join(out, written?.file ?? ''), 'utf8')
    .trimEnd()
    .split('\r\n')
    .slice(1);
  const hours = cells.map((line) => toUnits(line.split(',')[written!.columns.indexOf('logged_hours')] || '0'));
  const sum = hours.reduce((all, each) => all + each, 0n);
  expect(sum - toUnits(totals['logged_hours'] ?? '0')).toBeLessThan(1000n);
  expect(written?.sums['logged_hours']).toBe(formatUnits(sum));
  for (const own of [{ preset: 'machine' as const }, { format: 'xlsx' as const }, { columns: ['title'] }])
    expect(codes(await ask('export.run', { ...asked, ...own }))).not.toContain('every-digit');
});

it('a file of billable entries only says so, and holds no other', async () => {
  const asked = { filterGroups: ofAcme, columns: [...columns, 'billable_minutes'], format: 'json' as const };
  const whole = await ask('export.run', asked);
  const only = await ask('export.run', { ...asked, billableOnly: true });
  const idle = { propertyName: propertyNames.billableMinutes, operator: 'EQ' as const, value: '0' };
  const { records } = await ask('report.run', {
    measures: ['records'],
    filterGroups: ofAcme.map(({ filters }) => ({ filters: [...filters, idle] })),
  });
  expect(records).toBeGreaterThan(0);
  expect(only).toMatchObject({
    audience: 'client',
    records: (whole?.records ?? 0) - records,
    options: { billableOnly: true },
    filter: ofAcme,
    totals: { [propertyNames.billableAmount]: whole?.totals[propertyNames.billableAmount] },
  });
  expect(only?.notes[0]?.text).toBe(texts.billableOnly);
  expect(whole?.notes.map(({ code }) => code)).not.toContain('billable-only');
  source = join(out, only?.file ?? '');
  expect(await ask('export.verify', {})).toMatchObject({ again: { state: 'equal' } });
  const report = { measures: ['logged_hours'], groupBy: [propertyNames.owner], filterGroups: ofAcme };
  expect(await app.call('export.report', { report, billableOnly: true })).toMatchObject({
    error: { detail: texts.refusals.billableOnly },
  });
  const { manifests } = await pack({ filterGroups: ofBoth, by: 'client', columns, billableOnly: true });
  expect(manifests.every(({ options }) => options.billableOnly === true)).toBe(true);
});
