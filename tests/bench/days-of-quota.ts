/**
 * A first download that takes weeks of quota: `node tests/bench/days-of-quota.ts [RECORDS]`, ten million by default. A service in a process of its
 * own makes each page from its ids and holds no record; the app spends what a day allows, closes its store and goes on at the next reset.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '#electron/client/client.ts';
import { openLedger } from '#electron/client/ledger.ts';
import { openSnapshot } from '#electron/snapshot/snapshot.ts';
import { runSync } from '#electron/sync/run.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { declaredProperties, ID_PROPERTY, propertyNames } from '#domain/properties.ts';
import { count, megabytes, printMachine } from './printing.ts';

const DAY_MS = 86_400_000;
const FIRST_ID = 10_000_000_000;
const ID_STEP = 7;
const START = Date.UTC(2016, 0, 1);
const END = Date.UTC(2026, 10, 1);
const LIMIT = 1_000;

interface SearchBody {
  readonly limit: number;
  readonly filterGroups?: readonly {
    readonly filters: readonly { propertyName: string; operator: string; value?: string }[];
  }[];
}

const createdAt = (serial: number, records: number) => START + Math.floor((serial * (END - START)) / records);
const monthOf = (time: number) => `${new Date(time).toISOString().slice(0, 7)}-01`;
const minutesOf = (serial: number) => (serial * 31) % 601;

/** The lowest serial whose value is not below the bound. Ids, times and months all grow with the serial, so each filter is a bound of it. */
function findSerial(records: number, valueOf: (serial: number) => number, bound: number): number {
  let [low, high] = [0, records];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (valueOf(middle) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

function findRange(records: number, { filterGroups = [] }: SearchBody): [from: number, to: number] {
  const valuesOf: Readonly<Record<string, (serial: number) => number>> = {
    [ID_PROPERTY]: (serial) => FIRST_ID + serial * ID_STEP,
    [propertyNames.created]: (serial) => createdAt(serial, records),
    [propertyNames.modified]: (serial) => createdAt(serial, records),
    [propertyNames.month]: (serial) => Date.parse(monthOf(createdAt(serial, records))),
  };
  let range: [number, number] = [0, records];
  // The second group asks for records without a month, and there are none.
  for (const { propertyName, operator, value } of filterGroups[0]?.filters ?? []) {
    const valueOf = valuesOf[propertyName];
    if (!valueOf) throw new RangeError(`No sync asks for ${propertyName}`);
    const bound = findSerial(records, valueOf, Number(value) + (operator === 'GT' ? 1 : 0));
    range = operator === 'LT' ? [range[0], Math.min(range[1], bound)] : [Math.max(range[0], bound), range[1]];
  }
  return range;
}

function makeRecord(serial: number, records: number): object {
  const time = createdAt(serial, records);
  const date = new Date(time).toISOString();
  const properties = declaredProperties.map(({ name, type }, at) => {
    if (name === propertyNames.month) return [name, monthOf(time)];
    if (name === 'a552213_total_minutes') return [name, String(minutesOf(serial))];
    if (type === 'number') return [name, String(((serial + at) % 997) / 4)];
    if (type === 'date') return [name, date.slice(0, 10)];
    if (type === 'datetime') return [name, date];
    if (type === 'boolean') return [name, serial % 3 === 0];
    return [name, type === 'string' ? `Work ${(serial * 7919 + at) % 65_537}` : 'other'];
  });
  const id = String(FIRST_ID + serial * ID_STEP);
  return { id, properties: Object.fromEntries(properties), createdAt: date, updatedAt: date, archived: false };
}

async function readBody(request: IncomingMessage): Promise<SearchBody> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString()) as SearchBody;
}

async function serve(records: number): Promise<void> {
  let now = END;
  process.on('message', (time) => (now = Number(time)));
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    const [from, to] = findRange(records, body);
    const last = Math.max(from, to - body.limit);
    const results = Array.from({ length: Math.max(0, to - last) }, (_, at) => makeRecord(to - 1 - at, records));
    const paging = last > from ? { paging: { next: { after: String(body.limit) } } } : {};
    response.setHeader('date', new Date(now).toUTCString());
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ total: Math.max(0, to - from), results, ...paging }));
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send?.((server.address() as AddressInfo).port);
  process.once('disconnect', () => process.exit());
}

async function download(records: number): Promise<void> {
  const service = fork(fileURLToPath(import.meta.url), ['--serve', String(records)], { execArgv: process.execArgv });
  const [port] = (await once(service, 'message')) as [number];
  const folder = mkdtempSync(join(tmpdir(), 'bench-days-'));
  const path = join(folder, 'snapshot.duckdb');
  let now = END + DAY_MS;
  const ledger = openLedger({ path: join(folder, 'ledger.sqlite'), now: () => now });
  const origin = `http://127.0.0.1:${port}`;
  const client = createClient({ origin, key: 'bench', fetch, ledger, limit: LIMIT, rate: 0 });
  try {
    printMachine('before');
    let requests = 0;
    for (let day = 1; ; day += 1) {
      service.send(now);
      const [started, cpu] = [performance.now(), process.cpuUsage()];
      const store = await openSnapshot(path, {});
      const result = await runSync({ client, store, now: () => now, quota: () => client.quota() });
      requests += result.requestsUsed;
      const { user, system } = process.cpuUsage(cpu);
      const isDone = result.status === 'complete';
      const measure = findMeasure('a552213_total_minutes');
      const report = { measures: measure ? [measure] : [], groupBy: [], filterGroups: [], query: '' };
      const answer = isDone ? await store.report(report, { zone: 'UTC' }) : undefined;
      await store.close();
      if (day % 5 === 1 || isDone)
        console.log(
          `day ${day}: ${count(requests)} requests, ${((performance.now() - started) / result.requestsUsed).toFixed(1)} ms and ` +
            `${((user + system) / 1000 / result.requestsUsed).toFixed(1)} ms of processor time each, store ${megabytes(statSync(path).size)}, ` +
            `memory at most ${megabytes(process.resourceUsage().maxRSS * 1024)}`,
        );
      if (answer) {
        let minutes = 0;
        for (let serial = 0; serial < records; serial += 1) minutes += minutesOf(serial);
        const total = answer.totals['a552213_total_minutes'];
        console.log(
          `${count(answer.records)} of ${count(records)} records; ${total} minutes, of the service ${minutes}`,
        );
        if (answer.records !== records || Number(total) !== minutes) throw new Error('They differ');
        return;
      }
      if (result.stopped?.code !== 'quota-exhausted') throw new Error(`Ended: ${JSON.stringify(result.stopped)}`);
      now = Date.parse(result.stopped.resetsAt) + 1_000;
    }
  } finally {
    printMachine('after');
    ledger.close();
    service.disconnect();
    rmSync(folder, { recursive: true, force: true });
  }
}

const [mode = '10000000', served] = process.argv.slice(2);
await (mode === '--serve' ? serve(Number(served)) : download(Number(mode)));
