/** The directory and kept reports through the whole app: filters follow names at once, the service never hears of them, all of it survives. */
import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp, type App } from '#electron/app/app.ts';
import { createAppClient, type AppClient } from '#electron/cli/arguments/command.ts';
import type { Host } from '#electron/host/host.ts';
import type { Service } from '#service/server.ts';
import { openService } from '../support/hosts/hops.ts';
import type { Method } from '#contract/api.ts';
import type { AppEvent } from '#contract/events.ts';
import { directorySchema } from '#domain/people/directory.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import { reportFileSchema } from '#domain/reports/definition/report.ts';
import { quietHost } from '../support/hosts/quiet-host.ts';
import { chooseCases, secondTier } from '../support/tier.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const RECORDS = 400;
const OWNER = 'platform_owner_id';
const TYPE = 'a552213_assoc_obj_type';
const OBJECT = 'a552213_assoc_record_id';

let folder: string;
let service: Service;
let app: App;
let events: AppEvent[];
/** Bodies of searches as they were sent. */
let sent: string[];

function host(): Host {
  return quietHost({
    fetch: (input, init) => {
      if (typeof init?.body === 'string') sent.push(init.body);
      return fetch(input, init);
    },
    secrets: { durable: true, get: async () => service.key ?? undefined, set: async () => {}, forget: async () => {} },
    chooseDestination: async (name) => ({ path: join(folder, name) }),
  });
}

async function open(workspace = 'default'): Promise<void> {
  app = await createApp({
    host: host(),
    version: 'test',
    dataDirectory: join(folder, 'data'),
    workspace,
    rate: 0,
    now: () => NOW,
    sampleAsOf: '2026-11-20',
  });
  app.subscribe((event) => events.push(event));
}

async function reopen(workspace?: string): Promise<void> {
  await app.close();
  await open(workspace);
}

const ask: AppClient['call'] = (method, input) => createAppClient(app).call(method, input);

const failure = async (method: Method, input: unknown) => {
  const result = await app.call(method, input);
  return result.ok ? undefined : result.error;
};

/** What each test copies: the records, downloaded once. */
let downloaded: string;
beforeAll(async () => {
  downloaded = folder = mkdtempSync(join(tmpdir(), 'names-downloaded-'));
  [events, sent] = [[], []];
  service = await openService({ records: RECORDS, seed: 3, asOf: '2026-11-20', sampleMonths: 4, now: () => NOW });
  await open();
  await ask('workspace.connect', { baseUrl: service.url, key: service.key ?? '' });
  await ask('sync.run', {});
  await app.close();
});
afterAll(async () => {
  await service.close();
  rmSync(downloaded, { recursive: true, force: true });
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'names-'));
  cpSync(downloaded, folder, { recursive: true });
  [events, sent] = [[], []];
  await open();
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const by = (propertyName: string, operator: 'EQ' | 'NEQ', value: string): FilterGroups => [
  { filters: [{ propertyName, operator, value }] },
];

async function rows(filterGroups: FilterGroups = []) {
  const page = await ask('records.page', { columns: [OWNER, TYPE, OBJECT], filterGroups, limit: 500 });
  expect(page.total).toBe(page.rows.length);
  return page.rows;
}

/** Every name the sample's service knows; by hand, since this workspace is none of its own. */
const allNames = () => directorySchema.parse(service.sample?.names ?? {});

describe('names', () => {
  it('decide what a filter by client or team picks, at once and after a restart', async () => {
    const names = allNames();
    const all = await rows();
    const [firstClient = ''] = Object.values(names.objects).flatMap(({ client }) => client ?? []);
    const expectedIds = (keep: (row: (typeof all)[number]) => boolean) => all.filter(keep).map(({ id }) => id);
    const ofClient = expectedIds(
      ({ values }) => names.objects[`${values[TYPE]}:${values[OBJECT]}`]?.client === firstClient,
    );
    const notTax = expectedIds(({ values }) => names.owners[values[OWNER] ?? '']?.team !== 'Tax');
    expect(ofClient.length).toBeGreaterThan(3);
    expect(notTax.length).toBeLessThan(all.length);

    expect(await rows(by('client', 'EQ', firstClient))).toEqual([]);
    events.length = 0;
    await ask('names.keep', names);
    expect(events).toContainEqual({ event: 'data.changed', payload: {} });

    for (const when of ['at once', 'after a restart']) {
      if (when === 'after a restart') await reopen();
      const clientRows = await rows(by('client', 'EQ', firstClient.toUpperCase()));
      expect(
        clientRows.map(({ id }) => id),
        when,
      ).toEqual(ofClient);
      expect(
        (await rows(by('team', 'NEQ', 'tax'))).map(({ id }) => id),
        when,
      ).toEqual(notTax);
    }

    // In the first tier a new store is begun by the next test.
    for (const client of chooseCases(0, [firstClient])) {
      await ask('data.rebuild', {});
      await ask('sync.run', {});
      expect((await rows(by('client', 'EQ', client))).map(({ id }) => id)).toEqual(ofClient);
    }
  });

  it('are kept while the store is damaged, and filter the new one that is begun', async () => {
    await app.close();
    truncateSync(join(folder, 'data/workspaces/default/snapshot.duckdb'), 2000);
    await open();
    expect(await failure('data.status', {})).toMatchObject({ code: 'store-damaged' });
    const names = allNames();
    expect(await ask('names.keep', names)).toMatchObject({ changed: 0, removed: 0, unchanged: 0 });
    await ask('data.rebuild', {});
    await ask('sync.run', {});
    const notTax = (await rows()).filter(({ values }) => names.owners[values[OWNER] ?? '']?.team !== 'Tax');
    expect(await rows(by('team', 'NEQ', 'Tax'))).toEqual(notTax);
  });

  it('are offered to pick from with the records they have, those without any last', async () => {
    const names = allNames();
    await ask('names.keep', names);
    await ask('names.keep', { objects: { 'deal:none': { name: 'New', client: 'A new client' } } });
    const { values, distinct } = await ask('records.values', { propertyName: 'client', limit: 500 });
    expect(distinct).toBe(values.length);
    expect(values).toContainEqual({ value: 'A new client', records: 0, others: [] });
    for (const { value, records } of values.slice(0, 5)) {
      expect((await rows(by('client', 'EQ', value))).length, value).toBe(records);
    }
    const counts = values.map(({ records }) => records);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(await ask('records.values', { propertyName: 'client', contains: 'NEW CLI' })).toMatchObject({ distinct: 1 });
    const teams = await ask('records.values', { propertyName: 'team' });
    expect(teams.values.map(({ value }) => value).toSorted()).toEqual(['Advisory', 'Audit', 'Tax', 'Technology']);
  });

  it('reach the service as ids or not at all', async () => {
    await ask('names.keep', allNames());
    const team = by('team', 'EQ', 'Audit');
    sent.length = 0;
    const held = (await rows(team)).length;
    expect(await ask('data.verify', { filterGroups: team })).toEqual({ held, total: held, equal: true });
    expect((await ask('service.search', { filterGroups: team, properties: ['title'] })).total).toBe(held);
    expect(sent).toHaveLength(2);

    const before = (await ask('data.status', {})).quota.used;
    const anyClient: FilterGroups = [{ filters: [{ propertyName: 'client', operator: 'HAS_PROPERTY' }] }];
    for (const method of ['data.verify', 'service.search'] as const) {
      expect(await failure(method, { filterGroups: anyClient })).toEqual({
        code: 'filter-invalid',
        detail: expect.stringContaining('the service knows neither clients nor teams') as string,
      });
    }
    const nobody = by('client', 'EQ', 'Nobody');
    expect(await ask('service.search', { filterGroups: nobody })).toEqual({ results: [], total: 0 });
    expect(await ask('data.verify', { filterGroups: nobody })).toEqual({ held: 0, total: 0, equal: true });
    expect((await ask('data.status', {})).quota.used).toBe(before);
    expect(sent.join()).not.toMatch(/"(client|team)"/);
  });

  it('are columns, sort orders and cells of a file where they are asked for, and nowhere else', async () => {
    const names = allNames();
    await ask('names.keep', names);
    const clientOf = ({ values }: { values: Record<string, string | null> }) =>
      names.objects[`${values[TYPE]}:${values[OBJECT]}`]?.client ?? null;
    const columns = [TYPE, OBJECT, OWNER, 'client', 'team'];
    for (const direction of ['ASCENDING', 'DESCENDING'] as const) {
      const sort = { propertyName: 'client', direction };
      const { rows: sorted } = await ask('records.page', { columns, sort, limit: 500 });
      expect(sorted).toHaveLength(RECORDS);
      for (const row of sorted) {
        expect(row.values['client']).toBe(clientOf(row));
        expect(row.values['team']).toBe(names.owners[row.values[OWNER] ?? '']?.team ?? null);
      }
      const shown = sorted.flatMap(({ values }) => values['client']?.toLowerCase() ?? []);
      // By code point, unset last in both directions.
      const ascending = shown.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(shown).toEqual(direction === 'ASCENDING' ? ascending : ascending.toReversed());
      expect(sorted.slice(shown.length).every(({ values }) => values['client'] === null)).toBe(true);
    }

    const asked = await ask('export.run', {
      columns: ['client', 'total_minutes'],
      sort: { propertyName: 'client', direction: 'ASCENDING' },
    });
    expect(asked?.columns).toEqual(['client', 'a552213_total_minutes', 'logged_hours']);
    const [head, ...lines] = readFileSync(join(folder, asked?.file ?? ''), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(head).toBe('\uFEFFClient,Total minutes,Logged hours');
    expect(lines).toHaveLength(RECORDS);
    expect(lines[0]).toMatch(/^[^,]+,\d/);

    expect((await ask('export.run', { names: false }))?.columns).not.toContain('client');

    const sort = { propertyName: 'client', direction: 'ASCENDING' };
    expect(await failure('service.search', { properties: ['client'] })).toMatchObject({ code: 'usage' });
    expect(await failure('service.search', { sort })).toMatchObject({ code: 'usage' });
    expect(await failure('lookup.run', { ids: ['1'], properties: ['team'] })).toMatchObject({ code: 'usage' });
  });

  it('decide the currency of each amount of a file, and two currencies are not added up', secondTier, async () => {
    const names = allNames();
    await ask('names.keep', names);
    // Nothing is added up that is of both, and what is of one says which.
    const value = 'a552213_billable_amount';
    await ask('settings.set', { currency: 'EUR' });
    expect(await ask('export.run', { columns: [value] })).toMatchObject({
      currency: 'EUR',
      totals: { [value]: expect.stringMatching(/^\d/) },
    });
    const { client } = Object.values(names.objects).find((object) => object.client !== null) ?? {};
    if (!client) throw new Error('No client is named');
    const own = Object.entries(names.objects).filter(([, object]) => object.client === client);
    await ask('names.keep', {
      objects: Object.fromEntries(own.map(([key, object]) => [key, { ...object, currency: 'CHF' }])),
    });
    expect(await ask('export.run', { columns: [value] })).toMatchObject({
      currency: null,
      currencies: ['CHF', 'EUR'],
      totals: { [value]: null },
    });
    // Each line says its currency, and those of one currency make its total, to the last digit.
    const object = {
      sort: { propertyName: 'client', direction: 'DESCENDING' as const },
      columns: [TYPE, OBJECT, value],
      heads: 'names' as const,
      names: false,
    };
    const mixed = await ask('export.run', object);
    expect(mixed?.columns).toEqual([TYPE, OBJECT, value, 'currency']);
    const [mixedHead, ...mixedLines] = readFileSync(join(folder, mixed?.file ?? ''), 'utf8')
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    expect(mixedHead?.at(-1)).toBe('currency');
    const isOwn = ([type, id]: readonly string[]) => own.some(([key]) => key === `${type}:${id}`);
    expect(new Set(mixedLines.map((line) => `${isOwn(line)} ${line[3]}`))).toEqual(new Set(['true CHF', 'false EUR']));
    const cents = (text: string) => {
      const [whole = '', decimals = ''] = text.replace('-', '').split('.');
      return BigInt(whole + decimals.padEnd(8, '0')) * (text.startsWith('-') ? -1n : 1n);
    };
    const sumIn = (label: string) =>
      mixedLines.reduce((sum, [, , amount = '', currency]) => (currency === label ? sum + cents(amount) : sum), 0n);
    expect(mixed?.totalsByCurrency?.map(({ currency, totals }) => [currency, cents(totals[value] ?? '')])).toEqual([
      ['CHF', sumIn('CHF')],
      ['EUR', sumIn('EUR')],
    ]);
    // A file without amounts has no use for it, and one that does not say whose they are has it all the same.
    expect((await ask('export.run', { columns: ['title'] }))?.columns).toEqual(['a552213_title']);
    expect((await ask('export.run', { columns: [value] }))?.columns).toEqual([value, 'currency']);
    const filterGroups = [{ filters: [{ propertyName: 'client', operator: 'EQ' as const, value: client }] }];
    const ofOne = await ask('export.run', { columns: [value], filterGroups });
    expect(ofOne).toMatchObject({ currency: 'CHF', totals: { [value]: expect.stringMatching(/^\d/) } });
    expect(ofOne).not.toHaveProperty('currencies');
  });
});

describe('kept reports', () => {
  const file = (name: string) =>
    reportFileSchema.parse({ format: 'timelog-report', version: 1, name, report: { measures: ['billable_value'] } });

  it('survive a restart, refuse a name twice, and come back under their id when a removal is undone', async () => {
    const kept = await ask('reports.save', { file: file('Weekly') });
    expect(await failure('reports.save', { file: file('WEEKLY') })).toEqual({
      code: 'usage',
      detail: 'Another report is already called “WEEKLY”',
    });
    await reopen();
    expect(await ask('reports.list', {})).toEqual({ reports: [kept] });
    const { removed } = await ask('reports.remove', { id: kept.id });
    expect(removed).toEqual(kept);
    expect(await ask('reports.list', {})).toEqual({ reports: [] });
    expect(await ask('reports.remove', { id: kept.id })).toEqual({ removed: null });
    await ask('reports.save', { id: kept.id, file: kept.file });
    expect(await ask('reports.list', {})).toMatchObject({ reports: [{ id: kept.id, file: kept.file }] });
  });

  it('are refused when they name what is not here, and nothing is kept', async () => {
    const wrong = (report: object) => failure('reports.save', { file: { ...file('Wrong'), report } });
    expect(await wrong({ measures: ['nothing'] })).toMatchObject({ code: 'usage' });
    expect(await wrong({ measures: ['records'], period: 'someday' })).toMatchObject({ code: 'usage' });
    const filterGroups = [{ filters: [{ propertyName: 'nothing', operator: 'HAS_PROPERTY' }] }];
    expect(await wrong({ measures: ['records'], filterGroups })).toMatchObject({ code: 'filter-invalid' });
    expect(await ask('reports.list', {})).toEqual({ reports: [] });
  });

  it('are refused where an own measure is called as something built in, unless it was saved before', async () => {
    const called = (name: string) => ({ ...file('Twice'), report: { measures: [`${name} = billable_value * 2`] } });
    const refused = { code: 'usage', detail: expect.stringContaining('what the program calls') as string };
    for (const name of [' billable VALUE ', 'billable_value'])
      expect(await failure('reports.save', { file: called(name) })).toMatchObject(refused);
    const { id } = await ask('reports.save', { file: reportFileSchema.parse(called('Doubled')) });
    expect(await failure('reports.save', { id, file: called('Billable value') })).toMatchObject(refused);
    await ask('reports.remove', { id });
    const old = { id, file: reportFileSchema.parse(called('Billable value')) };
    await ask('reports.save', old);
    await ask('reports.save', { ...old, file: { ...old.file, name: 'Renamed' } });
  });

  it('are written as the small file that reads back as the same report', async () => {
    const answer = await ask('reports.export', { file: file('Über: “Margin” / Q3') });
    expect(answer).toEqual({ file: 'Über-Margin-Q3.report.json' });
    const text = readFileSync(join(folder, answer?.file ?? ''), 'utf8');
    expect(reportFileSchema.parse(JSON.parse(text))).toEqual(file('Über: “Margin” / Q3'));
  });
});

it('the sample brings its whole directory once, and what a person changes in it stays', async () => {
  await reopen('sample');
  await ask('key.test', {});
  const { owners, objects } = await ask('names.list', {});
  expect(owners['48213377']).toEqual({
    name: 'Anna Keller',
    team: 'Audit',
    weeklyHours: '40',
    activeFrom: null,
    activeTo: null,
  });
  const people = Object.values(owners);
  expect(people.filter(({ weeklyHours }) => weeklyHours === '24')).toHaveLength(1);
  expect(people.filter(({ activeFrom, activeTo }) => activeFrom ?? activeTo)).toHaveLength(2);
  expect(Object.values(objects).every(({ client, currency }) => client !== null && currency === 'EUR')).toBe(true);

  // Numbers are known by it before a record is here.
  const [object = ''] = Object.keys(objects).map((key) => key.split(':').at(-1) ?? '');
  expect(await ask('lookup.known', { numbers: ['48213377', object, '7'] })).toMatchObject({
    owners: ['48213377'],
    objects: [object],
  });

  await ask('names.keep', { owners: { '48213377': { name: 'Anna K.' } } });
  await reopen('sample');
  await ask('key.test', {});
  expect((await ask('names.list', {})).owners['48213377']?.name).toBe('Anna K.');
});
