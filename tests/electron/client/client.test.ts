import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { markCount } from '#domain/locale-forms.ts';
import { receivedRecordSchema } from '#contract/service.ts';
import { AppFailure } from '#contract/errors.ts';
import { declaredProperties } from '#domain/properties.ts';
import { createClient, type ClientOptions, type ServiceClient } from '#electron/client/client.ts';
import { openLedger, type Ledger } from '#electron/client/ledger.ts';
import { failure } from '#tests/support/failure.ts';
import { faults } from '#tests/support/faults.ts';
import { chooseCases, chooseSize } from '#tests/support/tier.ts';
import {
  sendJson,
  startLoopbackServer,
  type Answerer,
  type LoopbackServer,
  type SeenRequest,
} from '#tests/support/hosts/loopback-server.ts';

let ledger: Ledger;
let servers: LoopbackServer[];

beforeEach(() => {
  ledger = openLedger({ path: ':memory:' });
  servers = [];
});
afterEach(async () => {
  await Promise.all(servers.map((each) => each.close()));
  ledger.close();
});

async function clientOf(
  answer: Answerer,
  options: Partial<ClientOptions> = {},
): Promise<{ client: ServiceClient; requests: readonly SeenRequest[] }> {
  const server = await startLoopbackServer(answer);
  servers.push(server);
  const client = createClient({
    origin: server.origin,
    key: 'key-under-test',
    fetch,
    ledger,
    limit: 1000,
    rate: 0,
    sleep: async () => undefined,
    ...options,
  });
  return { client, requests: server.requests };
}

const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z', archived: false };
const record = (id: string | number, properties: object = {}) => ({ id, ...times, properties });
const allNames = declaredProperties.map((each) => each.name);

describe('list', () => {
  it('asks for every declared property and rebuilds the next address from the cursor alone', async () => {
    const { client, requests } = await clientOf((response) =>
      sendJson(response, {
        results: [record(1)],
        paging: { next: { after: 77, link: 'https://evil.example/service/v1/timelogs?after=1' } },
      }),
    );
    const first = await client.list({ limit: 100 });
    expect(first.after).toBe('77');
    await client.list({ limit: 100, after: first.after, properties: ['title', 'a b&c'] });
    const [one, two] = requests.map(({ url }) => new URL(url, 'http://x'));
    expect(one?.pathname).toBe('/service/v1/timelogs');
    expect(one?.searchParams.get('properties')?.split(',')).toEqual(allNames);
    expect([...(two?.searchParams ?? [])]).toEqual([
      ['limit', '100'],
      ['properties', 'a552213_title,a b&c'],
      ['after', '77'],
    ]);
  });

  it('has no cursor on the last page', async () => {
    for (const paging of [undefined, null, {}, { next: null }]) {
      const { client } = await clientOf((response) => sendJson(response, { results: [], paging }));
      expect(await client.list({ limit: 1 })).not.toHaveProperty('after');
    }
  });
});

describe('the head of a page', () => {
  const page = (ids: readonly (string | number)[]) => ({
    total: 450,
    results: ids.map((id) => record(id)),
    paging: { next: { after: '200' } },
  });

  it('is told before the records are read, with the same ids, total and cursor', async () => {
    const { client } = await clientOf((response) => sendJson(response, page([30, '0020', '10'])));
    const events: unknown[] = [];
    const read = await client.search({ limit: 200 }, undefined, { onHead: (head) => events.push(head) });
    events.push(read.records.map((each) => each.id));
    expect(events).toEqual([{ ids: ['30', '20', '10'], total: 450, after: '200' }, ['30', '20', '10']]);
  });

  it('lets a request that is begun with it onto the wire before the page is read', async () => {
    const ids = Array.from({ length: 200 }, (_, at) => 1000 - at);
    const { client, requests } = await clientOf((response) => sendJson(response, page(ids)));
    let second: Promise<unknown> | undefined;
    const onHead = () => {
      second = client.search({ limit: 1 });
    };
    await client.search({ limit: 200 }, undefined, { onHead });
    expect(requests).toHaveLength(2);
    await second;
  });

  it('is not told of ids that cannot be read, and the page fails as ever', async () => {
    const { client } = await clientOf((response) => sendJson(response, page([30, 'x'])));
    let told = 0;
    const read = client.list({ limit: 100 }, undefined, { onHead: () => (told += 1) });
    expect(await failure(read)).toMatchObject({
      code: 'service-changed',
      detail: expect.stringContaining('results[1]'),
    });
    expect(told).toBe(0);
  });
});

describe('search', () => {
  it('returns typed records, the same as received, total, cursor and the service’s clock', async () => {
    const body = `{"results":[{"id":9007199254740993,"createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-01T00:00:00Z","archived":false,
      "properties":{"a552213_billable_amount":123456789.12345678,"a552213_total_hours":"1.5","weird":9007199254740993,"__proto__":1}}],
      "total":"41","paging":{"next":{"after":"200"}}}`;
    const { client } = await clientOf((response) =>
      sendJson(response, body, 200, { date: 'Sat, 21 Nov 2026 08:00:00 GMT' }),
    );
    const { records, received, ...rest } = await client.search({ limit: 200 });
    expect(records[0]?.id).toBe('9007199254740993');
    expect(records[0]?.values.get('a552213_billable_amount')).toBe(12345678912345678n);
    expect(received[0]?.properties['weird']).toBe('9007199254740993');
    expect(received[0]?.properties['a552213_billable_amount']).toBe(123456789.12345678);
    expect(Object.keys(received[0]?.properties ?? {})).toContain('__proto__');
    expect(z.array(receivedRecordSchema).safeParse(received).success).toBe(true);
    expect(rest).toEqual({ total: 41, after: '200', date: Date.UTC(2026, 10, 21, 8) });
  });

  it('names where an answer of another shape broke its promise', async () => {
    const cases: readonly [unknown, string][] = [
      [{ results: {} }, 'search: results'],
      [{ results: [record(1), 'x'] }, 'search: results[1]'],
      [{ results: [record(1), { ...record(2), id: {} }] }, 'search: results[1].id'],
      [{ results: [], total: -1 }, 'search: total'],
      [{ results: [], paging: { next: {} } }, 'search: paging.next.after'],
      [[], 'search'],
    ];
    for (const [body, detail] of cases) {
      const { client } = await clientOf((response) => sendJson(response, body));
      expect(await failure(client.search({ limit: 1 }))).toEqual({ code: 'service-changed', detail });
    }
  });

  it.each(['wrong types', 'an array', 'record without id', 'credential echoed as a page'])(
    'takes %s for a changed service',
    async (name) => {
      const { client } = await clientOf(faults[name]!.answer);
      expect((await failure(client.search({ limit: 1 }))).code).toBe('service-changed');
    },
  );

  it('that is too long or impossible costs no request', async () => {
    const { client, requests } = await clientOf((response) => sendJson(response, { results: [] }));
    expect((await failure(client.search({ limit: 1, query: 'x'.repeat(3000) }))).code).toBe('filter-invalid');
    expect(requests.length).toBe(0);
    expect(client.quota().used).toBe(0);
  });
});

describe('batch read', () => {
  /** Answers as the service does: even ids exist. */
  const even: Answerer = (response, { body }) => {
    const ids = JSON.parse(body).inputs.map(({ id }: { id: string }) => id) as string[];
    const missing = ids.filter((id) => Number(id) % 2 === 1);
    const errors = missing.length
      ? {
          errors: [{ status: 'error', category: 'OBJECT_NOT_FOUND', message: 'x', context: { ids: missing } }],
          numErrors: 1,
        }
      : {};
    sendJson(response, {
      status: 'COMPLETE',
      results: ids.filter((id) => Number(id) % 2 === 0).map((id) => record(Number(id))),
      ...errors,
    });
  };
  const ids = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));

  it('asks 100 at a time, 50 with history, each id once', async () => {
    const { client, requests } = await clientOf(even);
    const result = await client.batchRead({ ids: [...ids(250), ...ids(250), '0001', 'heading'] });
    expect(requests.map(({ body }) => JSON.parse(body).inputs.length)).toEqual([100, 100, 50]);
    expect(result.found.length).toBe(125);
    expect(result.missing.length).toBe(126);
    expect(result.requestsUsed).toBe(3);
    expect(result.received.map(({ id }) => id)).toEqual(result.found.map(({ id }) => id));
    await client.batchRead({ ids: ids(60), propertiesWithHistory: ['title'] });
    expect(requests.slice(3).map(({ body }) => JSON.parse(body).inputs.length)).toEqual([50, 10]);
    expect(JSON.parse(requests[3]!.body).propertiesWithHistory).toEqual(['a552213_title']);
  });

  it('hands histories on as received', async () => {
    const history = { a552213_title: [{ value: 'a', timestamp: '2026-01-01T00:00:00Z', sourceType: 'API' }] };
    const { client } = await clientOf((response) =>
      sendJson(response, { results: [{ ...record(1), propertiesWithHistory: history }] }),
    );
    const { received } = await client.batchRead({ ids: ['1'], propertiesWithHistory: ['a552213_title'] });
    expect(received[0]).toMatchObject({ propertiesWithHistory: history });
  });

  it('by the record’s own key asks for that property too', async () => {
    const key = '28270412 -- 2026-03-20 04:22:15.536';
    const { client, requests } = await clientOf((response) =>
      sendJson(response, { results: [record(3, { a552213_record_id: key })] }),
    );
    const { found } = await client.batchRead({ ids: [key], idProperty: 'record_id', properties: ['title'] });
    expect(found.map(({ id }) => id)).toEqual(['3']);
    expect(JSON.parse(requests[0]!.body)).toEqual({
      inputs: [{ id: key }],
      properties: ['a552213_title', 'a552213_record_id'],
      idProperty: 'a552213_record_id',
    });
    expect(await failure(client.batchRead({ ids: ['1'], idProperty: 'title' }))).toMatchObject({ code: 'usage' });
  });

  it('takes 207 for a partial answer and an upstream 404 for all missing', async () => {
    const bodies: readonly [number, unknown][] = [
      [207, { status: 'COMPLETE', results: [], errors: [{ category: 'OBJECT_NOT_FOUND', context: { ids: [1] } }] }],
      [404, { error: 'Upstream API Error', details: '{"category":"OBJECT_NOT_FOUND"}' }],
      [404, { status: 'error', message: 'gone', category: 'OBJECT_NOT_FOUND', context: { ids: ['1'] } }],
      [404, { status: 'COMPLETE', errors: [{ category: 'OBJECT_NOT_FOUND', context: { ids: ['1'] } }] }],
      [200, { status: 'COMPLETE', results: [] }],
    ];
    for (const [status, body] of bodies) {
      const { client } = await clientOf((response) => sendJson(response, body, status));
      expect(await client.batchRead({ ids: ['1'] }), JSON.stringify(body)).toMatchObject({
        found: [],
        missing: ['1'],
        failed: [],
      });
    }
  });

  it.each([[{ error: 'Not Found' }], ['<html>'], [{}]])(
    'does not take another server’s 404 for missing: %j',
    async (body) => {
      const { client } = await clientOf((response) => sendJson(response, body, 404));
      const { missing, failed } = await client.batchRead({ ids: ['1'] });
      expect(missing).toEqual([]);
      expect(failed.flatMap((each) => each.ids)).toEqual(['1']);
    },
  );

  it('a chunk that fails fails only its own ids', async () => {
    const ofChunks = Object.entries(faults).filter(
      ([, { code }]) => !['key-rejected', 'key-deactivated', 'quota-exhausted'].includes(code),
    );
    for (const [name, fault] of chooseCases(4, ofChunks)) {
      const { client } = await clientOf((response, seen, index) => {
        const second = (JSON.parse(seen.body).inputs as { id: string }[])[0]?.id === '101';
        return second ? fault.answer(response, seen, index) : even(response, seen, index);
      });
      const { found, missing, failed, requestsUsed } = await client.batchRead({ ids: ids(250) });
      expect([found.length, missing.length], name).toEqual([75, 75]);
      expect(
        failed.flatMap((each) => each.ids),
        name,
      ).toEqual(ids(250).slice(100, 200));
      expect(failed[0]?.category, name).toBe(fault.code);
      expect(requestsUsed, name).toBe(2 + fault.requests);
    }
  });

  it.each(['401', '403', '429 without reset'])(
    '%s at once is an error; later it keeps what was paid for and sends no more',
    async (name) => {
      const { answer, code } = faults[name]!;
      const first = await clientOf(answer);
      expect((await failure(first.client.batchRead({ ids: ids(300) }))).code).toBe(code);
      expect(first.requests.length).toBe(1);
      const later = await clientOf((response, seen, index) => (index === 0 ? even : answer)(response, seen, index));
      const { found, missing, failed } = await later.client.batchRead({ ids: ids(400) });
      expect(later.requests.length).toBe(2);
      expect(found.length + missing.length).toBe(100);
      expect(failed.flatMap((each) => each.ids)).toEqual(ids(400).slice(100));
      expect(new Set(failed.map((each) => each.category))).toEqual(new Set([code]));
    },
  );

  it('gives up after three chunks that were not served', async () => {
    const { client, requests } = await clientOf((response) => sendJson(response, {}, 503));
    const { failed } = await client.batchRead({ ids: ids(1000) });
    expect(requests.length).toBe(9);
    expect(failed.flatMap((each) => each.ids)).toEqual(ids(1000));
  });

  it('goes on past chunks that were not served while others between them are answered, be it with a refusal', async () => {
    const refuses = { 201: 503, 401: 503, 1: 503, 101: 400, 301: 400 } as Readonly<Record<string, number>>;
    const { client } = await clientOf((response, seen, index) => {
      const [first] = JSON.parse(seen.body).inputs as { id: string }[];
      const status = refuses[first?.id ?? ''];
      return status === undefined ? even(response, seen, index) : sendJson(response, {}, status);
    });
    const { found, missing, failed } = await client.batchRead({ ids: ids(600) });
    expect(found.length + missing.length).toBe(100);
    expect(failed.flatMap((each) => each.ids)).toEqual(ids(500));
  });

  it('that is cancelled throws', async () => {
    const controller = new AbortController();
    const { client, requests } = await clientOf((response, seen, index) => {
      if (index === 1) controller.abort();
      return even(response, seen, index);
    });
    expect(await failure(client.batchRead({ ids: ids(500) }, controller.signal))).toEqual({ code: 'cancelled' });
    expect(requests.length).toBe(2);
  });

  const RUNS = chooseSize(80, 400);
  it(`over ${RUNS} answers distorted by a seed: asked = found + missing + failed`, async () => {
    let random = 7;
    const next = () => (random = (random * 48271) % 2147483647) / 2147483647;
    const { client } = await clientOf(
      (response, { body }) => {
        const asked = (JSON.parse(body).inputs as { id: string }[]).map(({ id }) => (next() < 0.5 ? id : Number(id)));
        const some = (share: number) => asked.filter(() => next() < share);
        sendJson(response, {
          status: next() < 0.8 ? 'COMPLETE' : 'CANCELED',
          results: [...some(0.6), ...some(0.1), 999].map((id) => record(id)),
          errors: [
            { category: 'OBJECT_NOT_FOUND', context: { ids: [...some(0.4), 998] } },
            ...(next() < 0.3 ? [{ category: 'LOCKED', message: 'x', context: { ids: some(0.3) } }] : []),
          ],
          numErrors: Math.floor(next() * 1000),
        });
      },
      { limit: 100_000 },
    );
    for (let run = 0; run < RUNS; run++) {
      const asked = ids(1 + Math.floor(next() * 150));
      const { found, missing, failed } = await client.batchRead({ ids: asked });
      const answered = [...found.map(({ id }) => id), ...missing, ...failed.flatMap((each) => each.ids)];
      expect(answered.toSorted()).toEqual(asked.toSorted());
    }
  });
});

describe('a key', () => {
  it.each(['', ' ', 'a b', 'a\nb', 'ключ', 'a\u0000'])(
    'that no header can carry is refused before anything is sent: %j',
    (key) => {
      const options = { origin: 'https://a.example', fetch, ledger, limit: 1 };
      expect(() => createClient({ ...options, key })).toThrow(AppFailure);
      try {
        createClient({ ...options, key });
      } catch (error) {
        expect((error as AppFailure).error).toEqual({ code: key === '' ? 'key-missing' : 'key-rejected' });
      }
    },
  );
});

it('books under another name where the address changes at each start', async () => {
  const { client } = await clientOf((response) => sendJson(response, { results: [] }), { account: 'sample' });
  await client.search({ limit: 1 });
  expect(ledger.quota({ origin: 'sample', key: 'key-under-test' }, 1000).used).toBe(1);
});

describe('records with very long texts', () => {
  const MIB = 1024 * 1024;
  const ids = Array.from({ length: 12 }, (_, at) => 100 - at);
  const text = 'x'.repeat((3 / 4) * MIB);

  /** Serves pages of these records as the upstream does: `after` is an offset. */
  const serveSearch: Answerer = (response, { body }) => {
    const { limit, after } = z.object({ limit: z.number(), after: z.string().default('0') }).parse(JSON.parse(body));
    const next = Number(after) + limit;
    sendJson(response, {
      results: ids.slice(Number(after), next).map((id) => record(id, { a552213_description: text })),
      total: ids.length,
      ...(next < ids.length && { paging: { next: { after: String(next) } } }),
    });
  };

  it('come in smaller pages when one page is more than is taken at once, and the page is the same', async () => {
    const { client, requests } = await clientOf(serveSearch);
    const booked: string[] = [];
    const heads: string[] = [];
    const page = await client.search({ limit: 12 }, undefined, {
      onBooked: () => booked.push('request'),
      onHead: () => heads.push('head'),
    });
    expect(page.records.map(({ id }) => id)).toEqual(ids.map(String));
    expect(page.received.map(({ id }) => id)).toEqual(ids.map(String));
    expect(page).toMatchObject({ total: 12 });
    expect(page.after).toBeUndefined();
    expect(booked).toHaveLength(requests.length);
    // One page that was too large, then four of three records.
    expect(requests).toHaveLength(5);
    expect(heads).toEqual([]);
    expect((await client.search({ limit: 7 })).after).toBe('7');
  });

  it('are found by id in smaller chunks, and nothing is asked for twice', async () => {
    const { client } = await clientOf((response, { body }) => {
      const { inputs } = z.object({ inputs: z.array(z.object({ id: z.string() })) }).parse(JSON.parse(body));
      sendJson(response, {
        status: 'COMPLETE',
        results: inputs.map(({ id }) => record(id, { a552213_description: text })),
      });
    });
    const answer = await client.batchRead({ ids: ids.map(String) });
    expect(answer.found.map(({ id }) => id)).toEqual(ids.map(String));
    expect(answer.failed).toEqual([]);
  });

  it('one that is too large by itself is told, and asked for no further', async () => {
    const { client, requests } = await clientOf((response) =>
      sendJson(response, { results: [record(1, { a552213_description: 'x'.repeat(5 * MIB) })] }),
    );
    expect(await failure(client.search({ limit: 4 }))).toMatchObject({
      code: 'service-changed',
      detail: expect.stringContaining(`more than ${markCount(3_145_728)} bytes`),
    });
    expect(requests).toHaveLength(2);
  });
});

describe('an answer of very many small values', () => {
  it.each([
    ['arrays', '[],'],
    ['objects', '{"":{}},'],
    ['numbers', '0,'],
  ])('is refused before it is parsed: %s', async (_, value) => {
    const { client } = await clientOf((response) =>
      sendJson(response, `{"results":[${value.repeat(300_000).slice(0, -1)}]}`),
    );
    expect(await failure(client.search({ limit: 1 }))).toMatchObject({
      code: 'service-changed',
      detail: expect.stringContaining('too many values'),
    });
  });

  it('is refused where one record has more names than any catalogue', async () => {
    const properties = Object.fromEntries(Array.from({ length: 25_001 }, (_, at) => [`p${at}`, '']));
    const { client } = await clientOf((response) => sendJson(response, { results: [record(1, properties)] }));
    expect(await failure(client.search({ limit: 1 }))).toMatchObject({
      code: 'service-changed',
      detail: expect.stringContaining('too many values'),
    });
  });

  it('is read where it is a page of 200 records with a thousand properties each', async () => {
    const properties = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`p${at}`, at]));
    const { client } = await clientOf((response) =>
      sendJson(response, { results: Array.from({ length: 200 }, (_, at) => record(at + 1, properties)) }),
    );
    expect((await client.search({ limit: 200 })).records).toHaveLength(200);
  });
});
