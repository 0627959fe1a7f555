import { expect, it, vi } from 'vitest';
import { faultKinds, type FaultKind, type FaultOptions } from '#service/faults.ts';
import { createService } from '#service/server.ts';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import type { Upstream } from '#service/upstream/upstream.ts';
import { LIST, records, talkTo } from './talk.ts';
import { chooseSize } from '#tests/support/tier.ts';

const upstream = () => createEmbeddedUpstream({ records: records(20, (n) => ({ title: `Entry ${n} `.repeat(40) })) });
const talkWith = (faults: FaultOptions) => talkTo({ upstream: upstream(), faults });
const always = (kind: FaultKind, more: FaultOptions = {}) => talkWith({ rates: { [kind]: 1 }, ...more });
const wanted = `${LIST}?limit=20&properties=a552213_title`;

async function usedBy({ service }: Awaited<ReturnType<typeof talkTo>>): Promise<number> {
  const key = service.keys.find(service.key ?? '');
  if (!key) throw new Error('The key is unknown');
  return service.quota.readUsed(key);
}

it('injects nothing unless asked to', async () => {
  const { service, get } = await talkTo({ upstream: upstream() });
  expect(service).not.toHaveProperty('faults');
  expect((await get(wanted)).status).toBe(200);
});

it.each([
  ['busy', 503, 'Service temporarily busy'],
  ['error', 500, 'Internal Server Error'],
  ['shortLimit', 429, 'Upstream API Error'],
] as const)('answers %s as the interface words it', async (kind, status, error) => {
  const talk = await always(kind);
  const answer = await talk.get(wanted);
  expect([answer.status, answer.body.error, typeof answer.body.details]).toEqual([status, error, 'string']);
  expect(answer.headers.get('x-service-ratelimit-reset')).toBeNull();
  expect(answer.headers.get('retry-after')).toBe(kind === 'shortLimit' ? '1' : null);
  expect(talk.service.faults?.met[kind]).toBe(1);
});

it('resets connections, before the request is counted and after', async () => {
  for (const [kind, counted] of [
    ['drop', 0],
    ['reset', 1],
  ] as const) {
    const talk = await always(kind);
    await expect(talk.get(wanted)).rejects.toMatchObject({ cause: { code: /ECONNRESET|UND_ERR_SOCKET/ } });
    expect(await usedBy(talk)).toBe(counted);
  }
});

it('cuts bodies short of their announced length and inside a chunk', async () => {
  const { service } = await always('cut');
  const forms = new Set<string>();
  for (let n = 0; n < 8; n += 1) {
    const answer = await fetch(service.url + wanted, { headers: { authorization: `Bearer ${service.key}` } });
    expect(answer.status).toBe(200);
    forms.add(answer.headers.has('content-length') ? 'length' : 'chunked');
    await expect(answer.text()).rejects.toThrow('terminated');
  }
  expect([...forms].toSorted()).toEqual(['chunked', 'length']);
});

it('answers other JSON than promised, all of it well-formed HTTP', async () => {
  const { service } = await always('wrongJson');
  const bodies = new Set<string>();
  for (let n = 0; n < 40; n += 1) {
    const answer = await fetch(service.url + wanted, { headers: { authorization: `Bearer ${service.key}` } });
    bodies.add(await answer.text());
  }
  expect(bodies.size).toBe(6);
  const isPage = (text: string) => {
    try {
      return JSON.parse(text).results[0].id !== undefined;
    } catch {
      return false;
    }
  };
  expect([...bodies].filter(isPage)).toEqual([]);
});

it.each<[string, FaultOptions]>([
  ['takes its time', { latencyMilliseconds: 700 }],
  ['stalls', { rates: { stall: 1 }, stallMilliseconds: 700 }],
])('%s where told to: who asks later elsewhere is answered earlier', async (_, faults) => {
  const [slow, quick] = [await talkWith(faults), await talkWith({})];
  const answered: string[] = [];
  const late = slow.get(wanted).then(({ status }) => answered.push(`slow ${status}`));
  answered.push(`quick ${(await quick.get(wanted)).status}`);
  await late;
  expect(answered).toEqual(['quick 200', 'slow 200']);
});

it('waits no longer for a stalled caller who hangs up, and closes at once', async () => {
  const embedded = upstream();
  const stalled = vi.fn<Upstream['list']>((request) => embedded.list(request));
  const service = await createService({
    upstream: { ...embedded, list: stalled },
    faults: { rates: { stall: 1 } },
  });
  const hungUp = fetch(service.url + wanted, {
    headers: { authorization: `Bearer ${service.key}` },
    signal: AbortSignal.timeout(1_000),
  });
  await expect(hungUp).rejects.toThrow('aborted');
  await vi.waitFor(() => expect(stalled).toHaveBeenCalledOnce(), 20_000);
  // A stall is longer than any test.
  await service.close();
});

it('meets the same faults at the same requests for one seed, near their rates, and others for another', async () => {
  const rates = { busy: 0.1, error: 0.1, shortLimit: 0.1 };
  const requests = chooseSize(60, 120);
  const seen = async (seed: number) => {
    const { service, get } = await talkWith({ seed, rates });
    const statuses: number[] = [];
    for (let n = 0; n < requests; n += 1) statuses.push((await get(LIST)).status);
    expect(service.faults?.seen).toBe(requests);
    return statuses;
  };
  const first = await seen(5);
  expect(await seen(5)).toEqual(first);
  expect(await seen(6)).not.toEqual(first);
  const failed = first.filter((status) => status !== 200).length;
  expect(failed).toBeGreaterThan(requests / 8);
  expect(failed).toBeLessThan(requests / 2);
});

it('can be planned anew while it runs', async () => {
  const { service, get } = await always('busy');
  expect((await get(LIST)).status).toBe(503);
  service.faults?.plan({});
  expect((await get(LIST)).status).toBe(200);
  expect(faultKinds.map((kind) => service.faults?.met[kind] ?? 0).reduce((sum, each) => sum + each)).toBe(1);
});
