/** A client's file of every format: nothing that the client may not see is in it, in what stands beside it, or in their names. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp, type App } from '#electron/app/app.ts';
import { openService } from '#tests/support/hosts/hops.ts';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import type { WireValue } from '#service/upstream/upstream.ts';
import type { WorldRecord } from '#service/upstream/world.ts';
import { exportFormats, fileTypes, type ExportFormat } from '#domain/export-formats.ts';
import { canSeeProperty } from '#domain/exports/audience.ts';
import type { Audience } from '#domain/exports/options.ts';
import { isLocal, readableProperties } from '#domain/local-properties.ts';
import type { Property } from '#domain/properties.ts';
import { measures } from '#domain/reports/definition/measures.ts';
import { quietHost } from '#tests/support/hosts/quiet-host.ts';
import { unpack } from '#tests/exports/unpacked.ts';
import { chooseCases, chooseSize } from '#tests/support/tier.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const CANARY = 'Canary-';
/** How a number, a day and a month of the planted ones begin. */
const marks = [CANARY, CANARY.toLowerCase(), '771337', '1987-'];
/** Planted as a date: nothing else in this world is of that year. */
const LONG_AGO = Date.UTC(1987, 3, 5);
const PLANTED_ID = 771_337_001;

const client = { audience: 'client', rates: false } as const;
const forbidden = readableProperties.filter(({ name }) => !canSeeProperty(name, client));

function plant({ name, type }: Property, at: number): WireValue {
  switch (type) {
    case 'number':
      return `771337${at}.5`;
    case 'date':
      return '1987-04-05';
    case 'datetime':
      return '1987-04-05T06:07:08.000Z';
    case 'boolean':
      return true;
    case 'string':
    case 'enumeration':
      return `${CANARY}${name}`;
  }
}

const allowed = {
  a552213_record_id: 'TL-1',
  a552213_assoc_obj_type: 'company',
  a552213_assoc_record_id: '4711',
  a552213_title: 'Kick-off',
  a552213_month_year: '2026-10-01',
  a552213_total_minutes: '90',
  a552213_billable_minutes: '60',
  a552213_billable_amount: '120.50',
  platform_owner_id: '31',
};
const planted = Object.fromEntries(
  forbidden.filter((each) => !isLocal(each)).map((property, at) => [property.name, plant(property, at)]),
);
/** The second one's cannot be read, the third one's are of no catalogue. */
const records: WorldRecord[] = [
  { ...planted },
  Object.fromEntries(Object.keys(planted).map((name) => [name, `${CANARY}unreadable-${name}`])),
  { a552213_of_no_catalogue: `${CANARY}undeclared` },
].map((properties, at) => ({
  id: PLANTED_ID + at,
  createdAt: LONG_AGO + at,
  updatedAt: LONG_AGO + at,
  properties: { ...allowed, ...properties },
}));

const person = { activeFrom: null, activeTo: null };
const names = {
  owners: {
    '31': { ...person, name: 'Ana', team: `${CANARY}team` },
    '32': { ...person, name: `${CANARY}unused-person`, team: `${CANARY}unused-team` },
  },
  objects: {
    'company:4711': { name: 'Nord', client: 'Nord Group' },
    'company:4712': { name: `${CANARY}unused-object`, client: `${CANARY}unused-client` },
  },
};
const not = (propertyName: string, value: string) => ({ propertyName, operator: 'NEQ', value });
const filterGroups = [
  {
    filters: [
      not('a552213_description', `${CANARY}filtered`),
      not('a552213_cost_amount', '771337999'),
      not('team', `${CANARY}filtered-team`),
      not('sys_createdate', '1987-01-01T00:00:00Z'),
    ],
  },
];

let folder: string;
let app: App;
let service: Awaited<ReturnType<typeof openService>>;
let fileName: string;
const suggested: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'export-canary-'));
  service = await openService({ upstream: createEmbeddedUpstream({ records, now: () => NOW }), now: () => NOW });
  app = await createApp({
    host: quietHost({
      async chooseDestination(name) {
        suggested.push(name);
        return { path: join(folder, 'files', fileName) };
      },
    }),
    version: 'test',
    dataDirectory: folder,
    workspace: 'default',
    baseUrl: service.url,
    ...(service.key !== null && { key: service.key }),
    rate: 0,
    now: () => NOW,
  });
  await app.call('sync.run', {});
  await app.call('names.keep', names);
});
afterAll(async () => {
  await app.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Everything asked for that can be: columns and measures that the receiver may not see are left out by themselves. */
async function write(of: 'records' | 'report', format: ExportFormat, audience: Audience, preset: 'excel' | 'machine') {
  fileName = `file.${fileTypes[format].extension}`;
  rmSync(join(folder, 'files'), { recursive: true, force: true });
  mkdirSync(join(folder, 'files'));
  const options = { format, audience, preset };
  const period = '2026-10';
  const sort = { propertyName: 'a552213_cost_amount', direction: 'DESCENDING' };
  const columns = readableProperties.map(({ name }) => name);
  // No filter of records may stand beside expected hours.
  const ids = measures.map(({ id }) => id).filter((id) => !/expected|utilisation|gap/.test(id));
  const groupBy = [audience === 'client' ? 'client' : 'month'];
  const report = { measures: ids, groupBy, filterGroups, query: CANARY, period };
  const answer =
    of === 'records'
      ? await app.call('export.run', { ...options, columns, sort, filterGroups, query: CANARY, period })
      : await app.call('export.report', { ...options, report });
  expect(answer).toMatchObject({ ok: true, value: { format, audience } });
}

/** Where a planted value is found: the files' names, and each with what is around it. */
async function findCanaries(isLooked: (name: string) => boolean = () => true): Promise<string[]> {
  const files = readdirSync(join(folder, 'files')).filter(isLooked);
  const found = files.flatMap((name) => search(name, name));
  for (const name of files)
    for (const text of await unpack(join(folder, 'files', name))) found.push(...search(text, name));
  return found;
}

function search(text: string, name: string): string[] {
  return marks.flatMap((mark) => {
    const at = text.indexOf(mark);
    return at < 0 ? [] : [`${name}: …${text.slice(Math.max(0, at - 60), at + 60)}…`];
  });
}

/** They have one form. */
const formatsForPrograms = ['json', 'jsonl', 'parquet'];
const cases = exportFormats.flatMap((format) =>
  (['records', 'report'] as const).flatMap((of) =>
    (['excel', 'machine'] as const)
      .filter((preset) => preset === 'machine' || !formatsForPrograms.includes(format))
      .map((preset) => ({ format, of, preset })),
  ),
);

it('what must stay inside is planted', () => {
  expect(forbidden.map(({ name }) => name.replace('a552213_', ''))).toEqual(
    expect.arrayContaining(['description', 'cost_amount', 'cost_rate', 'margin_amount', 'billable_rate', 'team']),
  );
});

/** Which columns and words are told is decided before a format is written: of each the first tier takes records or a report, in turns. */
const written = chooseCases(
  cases.filter(isFirst).length,
  cases.toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one))),
);
function isFirst({ format, of, preset }: (typeof cases)[number]): boolean {
  const isInTurn = (of === 'records') === (exportFormats.indexOf(format) % 2 === 0);
  return isInTurn && (formatsForPrograms.includes(format) || (preset === 'machine') === (of === 'records'));
}

it.each(written)('a client’s $format of $of, $preset, has nothing of it, nor has anything beside it', async (each) => {
  await write(each.of, each.format, 'client', each.preset);
  expect(await findCanaries()).toEqual([]);
});

it.each(cases.filter((_, at) => at % chooseSize(5, 1) === 0))(
  'the search would find it: an internal $format of $of, $preset, has it',
  async (each) => {
    await write(each.of, each.format, 'internal', each.preset);
    expect(await findCanaries((name) => name === fileName)).not.toEqual([]);
    expect(await findCanaries((name) => name.endsWith('.manifest.json'))).not.toEqual([]);
  },
);

it('no name that was offered for a file tells it', () => {
  expect(suggested.length).toBeGreaterThanOrEqual(written.length);
  expect(suggested.flatMap((name) => search(name, name))).toEqual([]);
});
