/** Measures the proving world at full size: `node tests/bench/million.ts [records] [--lagging]`; 1,000,000 by default, `--lagging` moves it meanwhile. */
import { startServiceProcess } from '../support/hosts/service-process.ts';

const ROUNDS = 15;
const SEARCH = '/service/v1/timelogs/search';
const properties = ['a552213_total_minutes', 'a552213_billable_amount', 'a552213_title', 'platform_owner_id'];

const records = Number(process.argv.slice(2).find((each) => /^\d+$/.test(each)) ?? 1_000_000);
const lagging = process.argv.includes('--lagging');
const started = performance.now();
const service = await startServiceProcess({
  records,
  asOf: '2026-11-21',
  heapMegabytes: 2_300,
  ...(lagging && { switches: { indexLagMilliseconds: 60_000 }, movesPerRead: 3 }),
});
const { url, key, control } = service;

async function search(body: unknown): Promise<{ milliseconds: number; answer: Record<string, unknown> }> {
  const start = performance.now();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(url + SEARCH, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = (await response.json()) as Record<string, unknown>;
  if (response.status !== 200) throw new Error(`${response.status}: ${JSON.stringify(answer)}`);
  return { milliseconds: performance.now() - start, answer };
}

/** Each round asks for another place, so that nothing can be remembered. */
async function measure(name: string, bodyOf: (round: number) => unknown): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push((await search(bodyOf(round))).milliseconds);
  const sorted = times.toSorted((a, b) => a - b);
  const [median = 0, worst = 0] = [sorted[Math.floor(ROUNDS / 2)], sorted.at(-1)];
  console.log(
    `${name.padEnd(44)} median ${median.toFixed(0).padStart(5)} ms   worst ${worst.toFixed(0).padStart(5)} ms`,
  );
}

const filtered = (propertyName: string, operator: string, operands: object) => ({
  limit: 200,
  properties,
  filterGroups: [{ filters: [{ propertyName, operator, ...operands }] }],
});
const sorted = (propertyName: string, direction = 'ASCENDING') => ({ sorts: [{ propertyName, direction }] });

try {
  console.log(`${records} records listening after ${((performance.now() - started) / 1000).toFixed(0)} s`);
  const months = Object.keys((await control.truth(undefined, [])).months)
    .filter(Boolean)
    .toSorted();
  const ids = (await control.liveRecords('0', 1))
    .concat(await control.liveRecords('10000000000', 1))
    .map(({ id }) => id);
  const [lowest = 0, middle = 0] = ids.map(Number);
  const monthOf = (round: number) => `${months[(round * 7) % months.length] ?? ''}-01`;
  const idOf = (round: number) => String(Math.round(lowest + ((middle - lowest) * (round + 1)) / (ROUNDS + 1)));
  await measure('by id range, sorted by id', (round) => ({
    ...filtered('sys_object_id', 'GT', { value: idOf(round) }),
    ...sorted('sys_object_id'),
  }));
  await measure('by id range, newest modified first', (round) => ({
    ...filtered('sys_object_id', 'BETWEEN', { value: idOf(round), highValue: idOf(round + 1) }),
    ...sorted('sys_lastmodifieddate', 'DESCENDING'),
  }));
  await measure('by month', (round) => filtered('a552213_month_year', 'EQ', { value: monthOf(round) }));
  await measure('by month range, sorted by id', (round) => ({
    ...filtered('a552213_month_year', 'GTE', { value: monthOf(round) }),
    ...sorted('sys_object_id'),
  }));
  await measure('newest modified first, no filter', () => ({
    limit: 200,
    properties,
    ...sorted('sys_lastmodifieddate', 'DESCENDING'),
  }));
  const { rssBytes, peakRssBytes } = await control.tally();
  console.log(`resident: ${(rssBytes / 1e6).toFixed(0)} MB, at its peak ${(peakRssBytes / 1e6).toFixed(0)} MB`);
} finally {
  await service.stop();
}
