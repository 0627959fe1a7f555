/** One filter model, three readers written apart: the service's upstream, the store's SQL and `match` must pick the same records. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '#electron/client/client.ts';
import { parseJson, isObject } from '#electron/client/wire/json.ts';
import { openLedger } from '#electron/client/ledger.ts';
import { readRecord } from '#electron/client/wire/values.ts';
import { openSnapshot, type Selection, type Snapshot } from '#electron/snapshot/snapshot.ts';
import { openService } from '#tests/support/hosts/hops.ts';
import { createEmbeddedUpstream, type EmbeddedUpstream } from '#service/upstream/embedded.ts';

import { checkFilterGroups } from '#domain/filter/check.ts';
import type { Directory } from '#domain/people/directory.ts';
import { expandLocal } from '#domain/filter/expand.ts';
import { createMatcher, type BilledRecords } from '#domain/filter/match.ts';
import { anyContext, resolvePeriod } from '#domain/time/period.ts';
import { declaredProperties } from '#domain/properties.ts';
import type { TimeLogRecord } from '#domain/record.ts';
import {
  directoryArbitrary,
  localGroupsArbitrary,
  localPairs,
  namedWorldArbitrary,
} from '#tests/support/worlds/directory-worlds.ts';
import {
  groupsArbitrary,
  pairName,
  pairs,
  queryArbitrary,
  worldArbitrary,
  type WireRecord,
} from '#tests/support/worlds/filter-worlds.ts';
import { chooseSize } from '#tests/support/tier.ts';

const SEED = Number(process.env['PARITY_SEED'] ?? 20_261_121);
/** `WORLDS=40 vitest run --project integration filter-parity` looks further. */
const WORLDS = Number(process.env['WORLDS'] ?? chooseSize(1, 20));
const FILTERS_PER_WORLD = 50;
/** How often each pair must have hit and missed, so that agreement means something; one world of the first tier has not all of them. */
const OFTEN = chooseSize(0, 4);
const NAMED_WORLDS = Math.ceil(WORLDS * 0.4);
const NAMED_FILTERS = chooseSize(24, 60);

/** Filters that all select everything or nothing would agree in any engine. */
function expectDecisions(seen: ReadonlyMap<string, { readonly hit: number; readonly missed: number }>): void {
  const counts = [...seen.values()];
  expect(counts.filter(({ hit }) => hit > 0).length).toBeGreaterThan(counts.length / 2);
  expect(counts.filter(({ missed }) => missed > 0).length).toBeGreaterThan(counts.length / 2);
}

let folder: string;
let snapshot: Snapshot;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'filter-parity-'));
  snapshot = await openSnapshot(join(folder, 'snapshot.duckdb'));
});

afterAll(async () => {
  await snapshot.close();
  rmSync(folder, { recursive: true });
});

/** The records as the client reads them off the wire; archived ones, which a search never shows, as the list shows them. */
async function received(upstream: EmbeddedUpstream): Promise<TimeLogRecord[]> {
  const records: TimeLogRecord[] = [];
  for (const archived of ['false', 'true']) {
    const query = new URLSearchParams({
      archived,
      limit: '100',
      properties: declaredProperties.map(({ name }) => name).join(),
    });
    const answer = await upstream.list(query);
    if (!answer.ok) throw new Error('The upstream refused a list');
    const results = parseJson(JSON.stringify(answer.body.results));
    if (!Array.isArray(results)) throw new Error('No results');
    records.push(...results.filter(isObject).map((each, index) => readRecord(each, `results[${index}]`)));
  }
  return records;
}

let heldIds: string[] = [];

/** Replaces whatever the store holds, archived records too. */
async function hold(records: readonly TimeLogRecord[]): Promise<void> {
  await snapshot.commit({ upsert: [], remove: heldIds, state: '', publish: true });
  heldIds = records.map(({ id }) => id);
  await snapshot.commit({ upsert: records, remove: [], state: '', publish: true });
}

const ascending = (ids: readonly string[]) => ids.toSorted((a, b) => Number(a) - Number(b));

async function bySql(selection: Selection): Promise<string[]> {
  const page = await snapshot.page({ ...selection, columns: ['sys_object_id'], offset: 0, limit: 500 });
  expect(page.total).toBe(page.rows.length);
  return page.rows.map(({ id }) => id);
}

let billed: BilledRecords = new Map();

function byMatch(selection: Selection, records: readonly TimeLogRecord[], directory?: Directory): string[] {
  const fits = createMatcher(selection, directory, undefined, billed);
  return ascending(records.filter((each) => !each.archived && fits(each)).map(({ id }) => id));
}

async function byUpstream(selection: Selection, upstream: EmbeddedUpstream): Promise<string[]> {
  const answer = await upstream.search({
    bodyText: JSON.stringify({ limit: 200, query: selection.query, filterGroups: selection.filterGroups }),
  });
  if (!answer.ok)
    throw new Error(
      `The upstream refused ${JSON.stringify(selection.filterGroups)}: ${JSON.stringify(answer.failure)}`,
    );
  return ascending(answer.body.results.map(({ id }) => String(id)));
}

const worldOf = (records: readonly WireRecord[]) =>
  createEmbeddedUpstream({ records, switches: { negationMatchesUnset: true } });

test(`${WORLDS * FILTERS_PER_WORLD} random filters pick the same records in the upstream, in SQL and in memory`, async () => {
  const seen = new Map(
    pairs.map(({ operator, comparison }) => [`${operator} × ${comparison}`, { filters: 0, hit: 0, missed: 0 }]),
  );
  let filters = 0;
  const selections = fc.array(fc.tuple(groupsArbitrary, queryArbitrary), {
    minLength: FILTERS_PER_WORLD,
    maxLength: FILTERS_PER_WORLD,
  });
  const agree = fc.asyncProperty(worldArbitrary, selections, async (world, questions) => {
    const upstream = worldOf(world);
    const records = await received(upstream);
    await hold(records);
    for (const [groups, query] of questions) {
      const checked = checkFilterGroups(groups);
      expect(checked).toEqual({ ok: true, value: groups });
      const selection = { filterGroups: groups, query, zone: 'UTC' };
      const inMemory = byMatch(selection, records);
      const asked = JSON.stringify({ groups, query });
      expect(await bySql(selection), `SQL: ${asked}`).toEqual(inMemory);
      expect(await byUpstream(selection, upstream), `upstream: ${asked}`).toEqual(inMemory);
      filters += 1;
      for (const each of groups.flatMap((group) => group.filters)) {
        const count = seen.get(pairName(each));
        if (!count) throw new Error(`${pairName(each)} is not a pair`);
        const alone = byMatch({ filterGroups: [{ filters: [each] }], query: '', zone: 'UTC' }, records).length;
        count.filters += 1;
        count.hit += alone > 0 ? 1 : 0;
        count.missed += alone < world.filter(({ archivedAt }) => archivedAt === undefined).length ? 1 : 0;
      }
    }
  });
  await fc.assert(agree, { seed: SEED, numRuns: WORLDS, endOnFailure: true });

  expect(filters).toBeGreaterThanOrEqual(WORLDS * FILTERS_PER_WORLD);
  const rare = [...seen].filter(([, count]) => count.filters < chooseSize(0, WORLDS));
  expect(rare, 'operator × type tried less than once a world').toEqual([]);
  // Every record has an id and its two times: HAS_PROPERTY of those cannot miss, NOT_HAS_PROPERTY cannot hit.
  const idle = [...seen].filter(([name, { hit, missed }]) => !name.endsWith('× id') && (hit < OFTEN || missed < OFTEN));
  expect(idle, 'operator × type that hardly ever decided').toEqual([]);
  expectDecisions(seen);
}, 300_000);

test('random filters by client and team pick the same records as ids in the upstream, in SQL and in memory', async () => {
  const seen = new Map(
    localPairs.map(({ property, operator }) => [`${operator} ${property.name}`, { hit: 0, missed: 0 }]),
  );
  let [asIds, refused] = [0, 0];
  const questions = fc.array(localGroupsArbitrary, { minLength: NAMED_FILTERS, maxLength: NAMED_FILTERS });
  const agree = fc.asyncProperty(
    namedWorldArbitrary,
    directoryArbitrary,
    questions,
    async (world, directory, asked) => {
      const upstream = worldOf(world);
      const records = await received(upstream);
      await hold(records);
      await snapshot.setDirectory(directory);
      billed = new Map(
        records.flatMap(({ id, updatedAt }, at) =>
          at % 3 === 0 ? [[id, at % 2 === 0 ? updatedAt : at % 5 === 0 ? null : updatedAt - 1] as const] : [],
        ),
      );
      const digest = JSON.stringify([...billed]);
      const rows = [...billed].map(([id, version]) => [id, version, []] as const);
      const file = { number: 1, digest, file: 'sent.csv', again: null, records: () => rows };
      snapshot.setBilled({ billed: () => [file], version: () => digest });
      for (const groups of asked) {
        expect(checkFilterGroups(groups)).toEqual({ ok: true, value: groups });
        const selection = { filterGroups: groups, query: '', zone: 'UTC' };
        const inMemory = byMatch(selection, records, directory);
        expect(await bySql(selection), `SQL: ${JSON.stringify(groups)}`).toEqual(inMemory);
        const expanded = expandLocal(groups, directory);
        if (expanded.ok) {
          const found = expanded.filterGroups
            ? await byUpstream({ ...selection, filterGroups: expanded.filterGroups }, upstream)
            : [];
          expect(found, `upstream: ${JSON.stringify(groups)}`).toEqual(inMemory);
          asIds += 1;
        } else refused += 1;
        for (const each of groups.flatMap(({ filters }) => filters)) {
          const count = seen.get(`${each.operator} ${each.propertyName}`);
          if (!count) continue;
          const alone = byMatch({ ...selection, filterGroups: [{ filters: [each] }] }, records, directory).length;
          count.hit += alone > 0 ? 1 : 0;
          count.missed += alone < world.filter(({ archivedAt }) => archivedAt === undefined).length ? 1 : 0;
        }
      }
    },
  );
  await fc.assert(agree, { seed: SEED + 2, numRuns: NAMED_WORLDS, endOnFailure: true });
  expect([...seen].filter(([, { hit, missed }]) => hit < OFTEN || missed < OFTEN)).toEqual([]);
  expectDecisions(seen);
  expect(asIds).toBeGreaterThan((NAMED_FILTERS / 3) * NAMED_WORLDS);
  expect(refused).toBeGreaterThan(NAMED_WORLDS / 2);
}, 120_000);

test('filters sent by the client over HTTP pick what SQL and memory pick from the records it received', async () => {
  const ledger = openLedger({ path: ':memory:' });
  const selections = fc.array(fc.tuple(groupsArbitrary, queryArbitrary), {
    minLength: chooseSize(20, 50),
    maxLength: chooseSize(20, 50),
  });
  const agree = fc.asyncProperty(worldArbitrary, selections, async (world, asked) => {
    const service = await openService({ upstream: worldOf(world), key: 'parity' });
    try {
      const client = createClient({ origin: service.url, key: 'parity', fetch, ledger, limit: 1000 });
      const { records } = await client.list({ limit: 100 });
      await hold(records);
      for (const [groups, query] of asked) {
        const selection = { filterGroups: groups, query, zone: 'UTC' };
        const found = await client.search({ filterGroups: groups, query, limit: 200, properties: [] });
        expect(ascending(found.records.map(({ id }) => id)), JSON.stringify(selection)).toEqual(
          byMatch(selection, records),
        );
        expect(found.total).toBe(await snapshot.countSelected(selection));
      }
    } finally {
      await service.close();
    }
  });
  await fc.assert(agree, { seed: SEED + 1, numRuns: chooseSize(1, 4), endOnFailure: true });
});

const periods = [
  '2026-01',
  '2026-02',
  '2026-Q1',
  '2026-W02',
  '2026-W05..2026-W06',
  '2026-01-10',
  '2026-01-03..2026-02-08',
  'yesterday',
  'last-3-days',
  '2025',
];
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland'];

test('periods pick the same records in SQL and in memory, in every zone', async () => {
  let decided = 0;
  const agree = fc.asyncProperty(
    worldArbitrary,
    fc.array(fc.tuple(fc.constantFrom(...periods), fc.constantFrom(...zones), queryArbitrary), {
      minLength: 30,
      maxLength: 30,
    }),
    async (world, asked) => {
      const records = await received(worldOf(world));
      await hold(records);
      for (const [text, zone, query] of asked) {
        const resolved = resolvePeriod(text, { ...anyContext, today: '2026-02-03' });
        if (!resolved.ok) throw new Error(resolved.problem);
        const selection = { filterGroups: [], query, zone, period: resolved.value };
        const inMemory = byMatch(selection, records);
        expect(await bySql(selection), JSON.stringify(selection)).toEqual(inMemory);
        if (inMemory.length > 0 && inMemory.length < records.length) decided += 1;
      }
    },
  );
  await fc.assert(agree, { seed: SEED, numRuns: chooseSize(1, 6), endOnFailure: true });
  expect(decided).toBeGreaterThan(chooseSize(10, 60));
});
