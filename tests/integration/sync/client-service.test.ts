import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FilterGroups } from '#domain/filter/model.ts';
import { toUnits } from '#domain/decimal.ts';
import type { TimeLogRecord } from '#domain/record.ts';
import { createClient, type ClientOptions, type ServiceClient, type ReceivedPage } from '#electron/client/client.ts';
import { openLedger, type Ledger } from '#electron/client/ledger.ts';
import type { Service } from '#service/server.ts';
import { openService } from '#tests/support/hosts/hops.ts';
import type { WorldRecord } from '#service/upstream/world.ts';
import { failure } from '#tests/support/failure.ts';
import { chooseCases } from '#tests/support/tier.ts';

const KEY = 'key-of-the-integration-test';
const AS_OF = '2026-11-02';
const AMOUNT = 'a552213_billable_amount';
const SERVICE_NAME = 'a552213_service_name';
const MONTH = 'a552213_month_year';

let time: number;
const now = () => time;
let ledger: Ledger;
let services: Service[];
let hops: 1 | 2;

beforeEach(() => {
  time = Date.UTC(2026, 10, 2, 9);
  ledger = openLedger({ path: ':memory:', now });
  services = [];
});
afterEach(async () => {
  await Promise.all(services.map((each) => each.close()));
  ledger.close();
});

async function open(
  options: Parameters<typeof openService>[0] = {},
  clientOptions: Partial<ClientOptions> = {},
): Promise<{ service: Service; client: ServiceClient }> {
  const given = {
    seed: 7,
    asOf: AS_OF,
    sampleMonths: 6,
    records: 2500,
    key: KEY,
    dailyQuota: 100_000,
    now,
    ...options,
  };
  const service = await openService(given, hops);
  services.push(service);
  const client = createClient({
    origin: service.url,
    key: KEY,
    fetch,
    ledger,
    limit: 100_000,
    rate: 0,
    now,
    sleep: async () => undefined,
    ...clientOptions,
  });
  return { service, client };
}

const recordsOf = (service: Service): readonly WorldRecord[] => service.sample?.records ?? [];
const live = (service: Service) => recordsOf(service).filter((each) => each.archivedAt === undefined);

/** Every live record by descending id, as sync reads them. */
async function readAll(client: ServiceClient): Promise<TimeLogRecord[]> {
  const all: TimeLogRecord[] = [];
  let below: string | undefined;
  for (;;) {
    const filterGroups: FilterGroups =
      below === undefined ? [] : [{ filters: [{ propertyName: 'sys_object_id', operator: 'LT', value: below }] }];
    const { records } = await client.search({
      filterGroups,
      limit: 200,
      sorts: [{ propertyName: 'sys_object_id', direction: 'DESCENDING' }],
    });
    all.push(...records);
    if (records.length < 200) return all;
    below = records.at(-1)?.id;
  }
}

const sum = (values: readonly unknown[]) =>
  values.reduce<bigint>((total, each) => (typeof each === 'bigint' ? total + each : total), 0n);

const places = [
  ['over records of its own', 1],
  ['before another service', 2],
] as const;
describe.each(chooseCases(1, places))('a service %s', (_, asked) => {
  beforeEach(() => {
    hops = asked;
  });

  const notations = ['as-shown', 'strings', 'numbers'] as const;
  describe.each(chooseCases(asked === 1 ? 3 : 1, notations))('with ids %s', (ids) => {
    it('a keyset search brings every live record once, its values to the last digit', async () => {
      const { service, client } = await open({ records: 900, switches: { ids } });
      const all = await readAll(client);
      const truth = live(service);
      expect(all.map(({ id }) => id).toSorted()).toEqual(truth.map(({ id }) => String(id)).toSorted());
      expect(sum(all.map(({ values }) => values.get(AMOUNT)))).toBe(
        truth.reduce((total, { properties }) => total + toUnits(String(properties[AMOUNT] || 0)), 0n),
      );
      const byId = new Map(all.map((each) => [each.id, each]));
      for (const each of truth) {
        expect(byId.get(String(each.id))).toMatchObject({
          createdAt: each.createdAt,
          updatedAt: each.updatedAt,
          archived: false,
        });
      }
      expect(all.reduce((count, { anomalies }) => count + anomalies.size, 0)).toBe(0);
      expect(client.quota().used).toBe(5);
    });

    it('a list brings the same records page by page', async () => {
      const { service, client } = await open({ records: 250, switches: { ids } });
      const seen: string[] = [];
      let page: ReceivedPage | undefined;
      do {
        page = await client.list({ limit: 100, after: page?.after });
        seen.push(...page.records.map(({ id }) => id));
      } while (page.after !== undefined);
      expect(seen).toEqual(live(service).map(({ id }) => String(id)));
    });

    it('a batch read answers for every id, in either notation', async () => {
      const { service, client } = await open({ records: 250, switches: { ids } });
      const held = live(service).map(({ id }) => String(id));
      const { found, missing, failed, requestsUsed } = await client.batchRead({
        ids: [...held, ...held, '1', '2', 'heading'],
      });
      expect(found.map(({ id }) => id)).toEqual(held);
      expect(missing).toEqual(['1', '2', 'heading']);
      expect(failed).toEqual([]);
      expect(requestsUsed).toBe(3);
      const keys = live(service)
        .slice(0, 120)
        .map(({ properties }) => String(properties['a552213_record_id']));
      const byKey = await client.batchRead({
        ids: [...keys, 'no such key'],
        idProperty: 'a552213_record_id',
        properties: [AMOUNT],
      });
      expect(byKey.found.map(({ id }) => id)).toEqual(held.slice(0, 120));
      expect(byKey.missing).toEqual(['no such key']);
    });
  });

  it.each(['complete', 'not-found'] as const)(
    'a batch of which nothing exists (%s) is all missing',
    async (allMissing) => {
      const { client } = await open({ records: 10, switches: { allMissing } });
      expect(await client.batchRead({ ids: ['1', '2'] })).toMatchObject({ found: [], missing: ['1', '2'], failed: [] });
    },
  );

  it('histories come with the record, 50 at a time', async () => {
    const { service, client } = await open({ records: 60 });
    const ids = live(service).map(({ id }) => String(id));
    const { received, requestsUsed } = await client.batchRead({ ids, propertiesWithHistory: ['a552213_title'] });
    expect(requestsUsed).toBe(2);
    expect(received.length).toBe(60);
    for (const each of received) expect(each).toHaveProperty('propertiesWithHistory');
  });

  it('filters reach the service in the form it understands', async () => {
    const { service, client } = await open();
    const counted = async (filterGroups: FilterGroups) =>
      (await client.search({ limit: 1, filterGroups, properties: [] })).total;
    const names = [...new Set(live(service).map(({ properties }) => String(properties[SERVICE_NAME])))].slice(0, 2);
    expect(names.some((name) => name !== name.toLowerCase())).toBe(true);
    expect(await counted([{ filters: [{ propertyName: 'service_name', operator: 'IN', values: names }] }])).toBe(
      live(service).filter(({ properties }) => names.includes(String(properties[SERVICE_NAME]))).length,
    );
    // The upstream writes some dates as epoch milliseconds and some as ISO.
    const monthOf = ({ properties }: WorldRecord) => {
      const text = String(properties[MONTH]);
      return /^\d+$/.test(text) ? new Date(Number(text)).toISOString().slice(0, 10) : text.slice(0, 10);
    };
    const month = monthOf(live(service)[1000]!);
    expect(await counted([{ filters: [{ propertyName: MONTH, operator: 'EQ', value: month }] }])).toBe(
      live(service).filter((each) => monthOf(each) === month).length,
    );
  });

  it('what the upstream refuses is said in its words and not tried again', async () => {
    const { client } = await open({ records: 10 });
    expect((await failure(client.search({ limit: 201 }))).code).toBe('upstream-failed');
    const groups = Array.from({ length: 6 }, () => ({
      filters: [{ propertyName: SERVICE_NAME, operator: 'EQ' as const, value: 'x' }],
    }));
    expect((await failure(client.search({ limit: 1, filterGroups: groups }))).code).toBe('upstream-failed');
    expect(client.quota().used).toBe(2);
  });

  it('a wrong and a deactivated key are told apart', async () => {
    const { service, client } = await open({ records: 10 });
    const wrong = createClient({ origin: service.url, key: 'wrong', fetch, ledger, limit: 10, rate: 0 });
    expect(await failure(wrong.list({ limit: 1 }))).toEqual({ code: 'key-rejected' });
    await service.keys.deactivate(service.keys.find(KEY)!.id);
    expect(await failure(client.list({ limit: 1 }))).toEqual({ code: 'key-deactivated' });
  });

  it('three days of a small quota: no request between a 429 and its reset, every request in the books', async () => {
    const { service, client } = await open({ records: 10, dailyQuota: 5 });
    const key = service.keys.find(KEY)!;
    for (let day = 2; day <= 4; day++) {
      for (let served = 0; served < 5; served++) await client.search({ limit: 1 });
      for (let hour = 10; hour < 24; hour++) {
        time = Date.UTC(2026, 10, day, hour);
        expect(await failure(client.search({ limit: 1 }))).toEqual({
          code: 'quota-exhausted',
          resetsAt: new Date(Date.UTC(2026, 10, day + 1)).toISOString(),
          usedHere: 6,
          limit: 100_000,
          usedElsewhere: true,
        });
      }
      expect(await service.quota.readUsed(key)).toBe(5);
      // The refused one was sent too; the service does not count it.
      expect(client.quota().used).toBe(6);
      expect(client.exhaustion()).toMatchObject({ usedHere: 6, usedElsewhere: true });
      time = Date.UTC(2026, 10, day + 1);
    }
  });

  it('a service that is not there is offline', async () => {
    const { service, client } = await open({ records: 10 });
    services = [];
    await service.close();
    expect(await failure(client.list({ limit: 1 }))).toEqual({ code: 'offline', reason: 'refused' });
  });
});
