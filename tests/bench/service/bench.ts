/** The service beside a bare handler that sends the same page: what its keys, counts, searches and rendering cost. */
import { loadavg } from 'node:os';
import { Agent, request } from 'node:http';
import { properties as catalogue } from '#domain/properties.ts';
import { benchForwarding } from './forwarding.ts';
import { headers, startServed, type Served } from './served.ts';
import { measureTurns } from './turns.ts';

const LIST = '/service/v1/timelogs';
const SEARCH = `${LIST}/search`;
const SECONDS = 2;

export interface ServiceBenchOptions {
  readonly rounds: number;
  readonly records: number;
  /** For the sort that has no index. */
  readonly many: number;
  /** Forwarded before memory is looked at. */
  readonly requests: number;
}

interface Ask {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

/** Each says whether its bound is held. */
export const parts: Readonly<Record<string, (options: ServiceBenchOptions) => Promise<boolean>>> = {
  pages: async ({ rounds, records }) => (await comparePages(rounds, records)) >= 0.6,
  stores: async ({ rounds }) => (await compareStores(rounds)) >= 0.5,
  waits: async ({ many }) => (await measureDelay(many)) < 50,
  turns: async ({ rounds }) => (await compareTurns(rounds)) < 5,
  searches: async ({ rounds, records }) => (await compareSearches(rounds, records)) >= 0.05,
  forwarding: ({ rounds, requests }) => benchForwarding(rounds, requests),
};

/** @returns whether every bound is held. */
export async function benchService(options: ServiceBenchOptions, only = Object.keys(parts)): Promise<boolean> {
  console.log(`load average ${loadavg()[0]?.toFixed(1)}; medians of ${options.rounds} rounds of ${SECONDS} s`);
  let held = true;
  for (const name of only) held = ((await parts[name]?.(options)) ?? false) && held;
  console.log(`load average ${loadavg()[0]?.toFixed(1)}`);
  return held;
}

async function compareTurns(rounds: number): Promise<number> {
  const { own, shared, ownP95, sharedP95, ownRate, sharedRate } = await measureTurns(rounds);
  console.log(
    `a forwarded list with a shared turn: ${shared.toFixed(1)} ms, with its instance's own ${own.toFixed(1)} ms (at most 5 more); p95 ${sharedP95.toFixed(1)} and ${ownP95.toFixed(1)} ms; ${sharedRate.toFixed(0)} and ${ownRate.toFixed(0)} a second from 8 callers`,
  );
  return shared - own;
}

async function comparePages(rounds: number, records: number): Promise<number> {
  const properties = catalogue.map(({ name }) => name);
  const ask: Ask = { method: 'POST', path: SEARCH, body: JSON.stringify({ limit: 200, properties }) };
  const service = await startServed({ kind: 'service', records });
  const { text } = await send(service, ask, new Agent());
  const bare = await startServed({ kind: 'bare', records: 0, page: text });
  const [ours, theirs] = await takeTurns(rounds, [
    () => countPerSecond(service, ask, 8),
    () => countPerSecond(bare, ask, 8),
  ]);
  await Promise.all([service.stop(), bare.stop()]);
  return tell(`a search page of 200 (${text.length} characters) over ${records}, to a bare handler`, ours, theirs, 0.6);
}

/** A filter and an order by properties that are no columns of their own, a page of ten. */
async function compareSearches(rounds: number, records: number): Promise<number> {
  const body = JSON.stringify({
    sorts: [{ propertyName: 'a552213_total_minutes', direction: 'DESCENDING' }],
    filterGroups: [{ filters: [{ propertyName: 'a552213_billable_percentage', operator: 'GTE', value: '50' }] }],
  });
  const ask: Ask = { method: 'POST', path: SEARCH, body };
  const service = await startServed({ kind: 'service', records });
  const { text } = await send(service, ask, new Agent());
  const bare = await startServed({ kind: 'bare', records: 0, page: text });
  const [ours, theirs] = await takeTurns(rounds, [
    () => countPerSecond(service, ask, 8),
    () => countPerSecond(bare, ask, 8),
  ]);
  await Promise.all([service.stop(), bare.stop()]);
  return tell(`a filtered and sorted search over ${records}, to a bare handler`, ours, theirs, 0.05);
}

async function compareStores(rounds: number): Promise<number> {
  const ask: Ask = { method: 'GET', path: `${LIST}?limit=1` };
  const durable = await startServed({ kind: 'service', records: 100, durable: true });
  const memory = await startServed({ kind: 'service', records: 100 });
  const [ours, theirs] = await takeTurns(rounds, [
    () => countPerSecond(durable, ask, 50),
    () => countPerSecond(memory, ask, 50),
  ]);
  await Promise.all([durable.stop(), memory.stop()]);
  return tell('small lists counted in a file, to those counted in memory', ours, theirs, 0.5);
}

function tell(what: string, ours: number, theirs: number, bound: number): number {
  const ratio = ours / theirs;
  console.log(`${what}: ${ours.toFixed(0)} to ${theirs.toFixed(0)} a second, ${ratio.toFixed(2)} (at least ${bound})`);
  return ratio;
}

const unindexed = ['a552213_description', 'a552213_total_hours', 'a552213_last_end_date'];

/** How long 99 of 100 requests without a key wait at most, while sorts of many records by properties without an index run. */
async function measureDelay(many: number): Promise<number> {
  console.log(`unindexed sorts of ${many} records:`);
  const service = await startServed({ kind: 'service', records: many });
  const sortBy = async (name: string, rest: object) => {
    const sorts = [{ propertyName: name, direction: 'DESCENDING' }];
    const body = JSON.stringify({ limit: 200, sorts, ...rest });
    const { status } = await send(service, { method: 'POST', path: SEARCH, body }, new Agent());
    if (status !== 200) throw new Error(`A sorted search was answered ${status}`);
  };
  const works: Readonly<Record<string, () => Promise<unknown>>> = {
    'a sort with a text query': async () => {
      for (const name of unindexed) await sortBy(name, { query: 'call' });
    },
    'the last page that can be reached': async () => {
      for (const name of unindexed) await sortBy(name, { after: '9800' });
    },
    'nine such sorts at once': () =>
      Promise.all([...unindexed, ...unindexed, ...unindexed].map((name) => sortBy(name, { query: 'call' }))),
  };
  let most = 0;
  for (const [what, work] of Object.entries(works)) most = Math.max(most, await probeDuring(service, what, work));
  await service.stop();
  return most;
}

/** So that one of a hundred requests is not the only one that waited longest. */
const REPEATS = 5;

async function probeDuring(service: Served, what: string, work: () => Promise<unknown>): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const probe = { method: 'GET', path: '/nowhere' } as const;
  for (let warm = 0; warm < 20; warm += 1) await send(service, probe, agent);
  const times: number[] = [];
  const ended = new AbortController();
  const probing = (async () => {
    while (!ended.signal.aborted) {
      const began = performance.now();
      await send(service, probe, agent);
      times.push(performance.now() - began);
    }
  })();
  const began = performance.now();
  for (let times = 0; times < REPEATS; times += 1) await work();
  const took = performance.now() - began;
  ended.abort();
  await probing;
  const most = Math.max(...times);
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
  console.log(
    `during ${what} (${took.toFixed(0)} ms for all), ${times.length} other requests waited at most ${most.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (below 50)`,
  );
  return p99;
}

async function takeTurns(
  rounds: number,
  works: readonly [() => Promise<number>, () => Promise<number>],
): Promise<[number, number]> {
  await Promise.all(works.map((work) => work()));
  const results: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    results[0].push(await works[0]());
    results[1].push(await works[1]());
  }
  return [median(results[0]), median(results[1])];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function countPerSecond(served: Served, ask: Ask, connections: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + SECONDS * 1_000;
  const began = performance.now();
  let count = 0;
  const one = async () => {
    while (performance.now() < end) {
      const { status } = await send(served, ask, agent);
      if (status !== 200) throw new Error(`${ask.path} was answered ${status}`);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  agent.destroy();
  return count / ((performance.now() - began) / 1_000);
}

function send({ url }: Served, ask: Ask, agent: Agent): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url + ask.path,
      {
        method: ask.method,
        agent,
        headers: ask.path === '/nowhere' ? {} : { ...headers, 'content-length': Buffer.byteLength(ask.body ?? '') },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }));
      },
    );
    sent.on('error', reject).end(ask.body);
  });
}
