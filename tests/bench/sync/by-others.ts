/** What the app is measured beside: the client everyone writes, by search and by list, and the bare lower bound. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { declaredProperties } from '#domain/properties.ts';
import type { Sent } from './by-app.ts';
import type { Done } from './client.ts';
import { summed, type Job } from './job.ts';

const PATH = '/service/v1/timelogs';
const names = declaredProperties.map((each) => each.name);

interface Page {
  readonly results: readonly {
    readonly id: string | number;
    readonly updatedAt: string;
    readonly properties: Readonly<Record<string, string | number | boolean | null>>;
  }[];
  readonly paging?: { readonly next?: { readonly after: string | number } };
}

/** The same requests one after another: each page decides the next, so none can be sent before the one before it is there. */
export async function fetchBare({ url, key, requestsPath }: Job): Promise<Done> {
  const requests = JSON.parse(readFileSync(requestsPath, 'utf8')) as readonly Sent[];
  const headers = headersWith(key);
  for (const { method, path, body } of requests) {
    const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    await response.json();
  }
  return { requests: requests.length, note: 'nothing stored', close: async () => {} };
}

export function downloadBySearch(job: Job): Promise<Done> {
  return downloadPages(job, (after) => ({
    method: 'POST',
    path: `${PATH}/search`,
    body: JSON.stringify({ limit: 200, properties: names, ...(after === undefined ? {} : { after }) }),
  }));
}

export function downloadByList(job: Job): Promise<Done> {
  return downloadPages(job, (after) => ({
    method: 'GET',
    path: `${PATH}?${new URLSearchParams({ limit: '100', properties: names.join(','), ...(after === undefined ? {} : { after }) })}`,
  }));
}

/** Page after page into one table, a transaction each, until there is no next page or the service refuses. */
async function downloadPages({ url, key, folder }: Job, ask: (after: string | undefined) => Sent): Promise<Done> {
  const database = new DatabaseSync(join(folder, 'records.sqlite'));
  const columns = names.map((name) => `"${name}"`).join(', ');
  database.exec(`CREATE TABLE records (id INTEGER PRIMARY KEY, updated_at TEXT, ${columns})`);
  const insert = database.prepare(
    `INSERT OR REPLACE INTO records VALUES (${Array.from({ length: names.length + 2 }, () => '?').join(', ')})`,
  );
  const headers = headersWith(key);
  let requests = 0;
  let after: string | undefined;
  let note = 'ran to its end';
  do {
    const { method, path, body } = ask(after);
    const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
    requests += 1;
    if (!response.ok) {
      note = `refused with ${response.status} after ${requests} requests`;
      await response.body?.cancel();
      break;
    }
    const { results, paging } = (await response.json()) as Page;
    database.exec('BEGIN');
    for (const { id, updatedAt, properties } of results)
      insert.run(Number(id), updatedAt, ...names.map((name) => cellOf(properties[name])));
    database.exec('COMMIT');
    after = paging?.next === undefined ? undefined : String(paging.next.after);
  } while (after !== undefined);
  return { requests, note, held: async () => heldIn(database), close: async () => database.close() };
}

function headersWith(key: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
}

function cellOf(value: string | number | boolean | null | undefined): string | number | null {
  return typeof value === 'boolean' ? Number(value) : (value ?? null);
}

/** Sums as SQLite makes them of what came: doubles, here with eight decimals to be fair. */
function heldIn(database: DatabaseSync): { records: number; totals: Record<string, string | null> } {
  const sums = summed.map((name) => `sum("${name}") AS "${name}"`).join(', ');
  const row = database.prepare(`SELECT count(*) AS records, ${sums} FROM records`).get() ?? {};
  const text = (value: unknown) => (typeof value === 'number' ? String(Number(value.toFixed(8))) : null);
  return {
    records: Number(row['records']),
    totals: Object.fromEntries(summed.map((name) => [name, text(row[name])])),
  };
}
