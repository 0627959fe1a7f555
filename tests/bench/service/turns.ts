/** What it costs a request that its turn is shared by all instances: lists forwarded to a CRM that answers at once, counted on PostgreSQL. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createService, type Service } from '#service/server.ts';
import { openPostgresStore } from '#service/store/postgres/store.ts';
import { createHttpUpstream } from '#service/upstream/http.ts';
import { LocalPermits, type Permits } from '#service/upstream/permits.ts';
import { makeCluster } from '#tests/support/postgres/cluster.ts';

/** What a turn costs is measured, not what a CRM takes. */
const PLENTY = { count: 1_000_000, seconds: 1 };
const KEY = 'bench';
const REQUESTS = 500;
const EMPTY = '{"results":[]}';

export interface TurnCost {
  /** Milliseconds of a list whose turn is of its own instance, and of the same with a shared turn: medians, and 95 of 100. */
  readonly own: number;
  readonly shared: number;
  readonly ownP95: number;
  readonly sharedP95: number;
  /** Lists a second from eight callers at once. */
  readonly ownRate: number;
  readonly sharedRate: number;
}

export async function measureTurns(rounds: number): Promise<TurnCost> {
  const cluster = makeCluster();
  const platform = createServer((_, response) => response.end(EMPTY)).listen(0, '127.0.0.1');
  await once(platform, 'listening');
  const url = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
  await cluster.start();
  const services: Service[] = [];
  const start = async (choose: (shared: Permits | undefined) => Permits | undefined): Promise<Service> => {
    const store = await openPostgresStore(cluster.address('postgres'), { limits: { callRate: PLENTY } });
    const permits = choose(store.permits);
    if (!permits) throw new Error('The store shares no turns');
    const upstream = createHttpUpstream({ url, token: () => 'token', permits });
    const service = await createService({ store, upstream, key: KEY, dailyQuota: 100_000_000 });
    services.push(service);
    return service;
  };
  try {
    const own = await start(() => new LocalPermits({ callRate: PLENTY }));
    const shared = await start((permits) => permits);
    const times: Record<'own' | 'shared', number[]> = { own: [], shared: [] };
    const rates: Record<'own' | 'shared', number[]> = { own: [], shared: [] };
    for (let round = 0; round <= rounds; round += 1)
      for (const [name, service] of [
        ['own', own],
        ['shared', shared],
      ] as const) {
        const measured = await timeEach(service);
        const rate = await countPerSecond(service);
        // The first round warms up.
        if (round === 0) continue;
        times[name].push(...measured);
        rates[name].push(rate);
      }
    return {
      own: quantile(times.own, 0.5),
      shared: quantile(times.shared, 0.5),
      ownP95: quantile(times.own, 0.94),
      sharedP95: quantile(times.shared, 0.94),
      ownRate: quantile(rates.own, 0.5),
      sharedRate: quantile(rates.shared, 0.5),
    };
  } finally {
    await Promise.all(services.map((service) => service.close()));
    platform.close();
    await cluster.remove();
  }
}

async function list({ url }: Service): Promise<void> {
  const answer = await fetch(`${url}/service/v1/timelogs?limit=1`, { headers: { authorization: `Bearer ${KEY}` } });
  await answer.text();
  if (answer.status !== 200) throw new Error(`A list was answered ${answer.status}`);
}

async function timeEach(service: Service): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < REQUESTS; n += 1) {
    const began = performance.now();
    await list(service);
    times.push(performance.now() - began);
  }
  return times;
}

async function countPerSecond(service: Service): Promise<number> {
  const began = performance.now();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let n = 0; n < REQUESTS / 8; n += 1) await list(service);
    }),
  );
  return REQUESTS / ((performance.now() - began) / 1_000);
}

function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0;
}
