/** The app's own way: its client with the ledger on disk, its snapshot, its sync, as fast as the service answers. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '#electron/client/client.ts';
import { openLedger } from '#electron/client/ledger.ts';
import { openJournal } from '#electron/journal/journal.ts';
import { openSnapshot } from '#electron/snapshot/snapshot.ts';
import { runSync } from '#electron/sync/run.ts';
import { openMemory } from '#electron/workspace/memory.ts';
import { defaultSettings } from '#domain/settings.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import type { Done } from './client.ts';
import { summed, type Job } from './job.ts';

/** One request as it went over the wire. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

/** The bench is no place to meet it. */
const LIMIT = 1_000_000;

export async function downloadByApp({ url, key, folder, requestsPath, remembers }: Job): Promise<Done> {
  const sent: Sent[] = [];
  const recording: typeof fetch = (input, init) => {
    const body = typeof init?.body === 'string' ? { body: init.body } : {};
    sent.push({
      method: init?.method ?? 'GET',
      path: (input instanceof Request ? input.url : input.toString()).slice(url.length),
      ...body,
    });
    return fetch(input, init);
  };
  const ledger = openLedger({ path: join(folder, 'ledger.sqlite') });
  const journal = openJournal(':memory:');
  const settings = () => ({ ...defaultSettings, zone: 'UTC' });
  const memory = remembers
    ? openMemory({ directory: folder, journal, settings, now: Date.now, onSent: () => {} })
    : undefined;
  const store = await openSnapshot(join(folder, 'snapshot.duckdb'), { log: memory?.log });
  await memory?.settle(store);
  const client = createClient({ origin: url, key, fetch: recording, ledger, limit: LIMIT, rate: 0 });
  const result = await runSync({ client, store, now: Date.now, quota: () => client.quota() });
  return {
    requests: result.requestsUsed,
    note: result.status === 'complete' ? 'sealed' : `${result.status}: ${result.stopped?.code ?? 'not verified yet'}`,
    async held() {
      const measures = summed.flatMap((name) => findMeasure(name) ?? []);
      const report = { measures, groupBy: [], filterGroups: [], query: '' };
      const { records, totals } = await store.report(report, { zone: 'UTC' });
      return { records, totals };
    },
    async close() {
      await store.close();
      memory?.close();
      journal.close();
      ledger.close();
      writeFileSync(requestsPath, JSON.stringify(sent));
    },
  };
}
