/** The app's own client, ledger, snapshot and sync over one folder, joined as in the app, and compared with a world's true content. */
import { join } from 'node:path';
import { createClient, type ServiceClient } from '#electron/client/client.ts';
import { openLedger } from '#electron/client/ledger.ts';
import { openSnapshot, type Snapshot } from '#electron/snapshot/snapshot.ts';
import { runSync, type RunOptions } from '#electron/sync/run.ts';
import type { SyncStore } from '#electron/sync/store.ts';
import type { SyncResult } from '#contract/api.ts';
import { declaredProperties, isSummable } from '#domain/properties.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import type { ProvingControl } from './proving-service.ts';
import type { WorldTruth } from '../worlds/world-truth.ts';

export interface DeskOptions {
  readonly url: string;
  readonly key: string;
  /** Must exist; a sync over earlier content resumes from it. */
  readonly folder: string;
  /** This computer's clock, epoch milliseconds. */
  readonly now?: () => number;
  /** The assumed daily quota; 1,000,000 by default. */
  readonly limit?: number;
  readonly deadlineMs?: number;
  readonly fetch?: typeof fetch;
  /** Stands between sync and the snapshot. */
  readonly around?: (store: SyncStore) => SyncStore;
}

export interface Desk {
  readonly client: ServiceClient;
  readonly snapshot: Snapshot;
  /** At no set pace. @throws AppFailure as sync does. */
  sync(
    options?: Pick<
      RunOptions,
      'full' | 'audit' | 'list' | 'scrub' | 'month' | 'maxRequests' | 'reserve' | 'pause' | 'signal'
    >,
  ): Promise<SyncResult>;
  close(): Promise<void>;
}

/** Waits between tries are not part of what a desk proves. */
const LONGEST_SLEEP = 5;

export async function openDesk(options: DeskOptions): Promise<Desk> {
  const { url, key, folder, now = Date.now, limit = 1_000_000, deadlineMs } = options;
  const ledger = openLedger({ path: join(folder, 'ledger.sqlite'), now });
  const snapshot = await openSnapshot(join(folder, 'snapshot.duckdb'));
  const client = createClient({
    origin: url,
    key,
    ledger,
    limit,
    now,
    rate: 0,
    fetch: options.fetch ?? fetch,
    sleep: (milliseconds) => new Promise((wake) => void setTimeout(wake, Math.min(milliseconds, LONGEST_SLEEP))),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  });
  const store = options.around?.(snapshot) ?? snapshot;
  return {
    client,
    snapshot,
    sync: (chosen = {}) => runSync({ client, store, now, quota: () => client.quota(), ...chosen }),
    async close() {
      await snapshot.close();
      ledger.close();
    },
  };
}

const summed = declaredProperties.filter(isSummable).map(({ name }) => name);

export function truthNow(control: ProvingControl): Promise<WorldTruth> {
  return control.truth(undefined, summed);
}

/** What reports show that is not true, a line each; none: every total is exact to the last digit. */
export async function reportedWrongly(snapshot: Snapshot, truth: WorldTruth): Promise<string[]> {
  const measures = summed.flatMap((name) => findMeasure(name) ?? []);
  const report = { measures, groupBy: [], filterGroups: [], query: '' };
  const { records, totals } = await snapshot.report(report, { zone: 'UTC' });
  const wrong = summed
    .filter((name) => (totals[name] ?? null) !== (truth.totals[name] ?? null))
    .map((name) => `${name}: ${totals[name]} instead of ${truth.totals[name]}`);
  const [first] = wrong;
  const sums = first === undefined ? [] : [`${wrong.length} sums wrong, such as ${first}`];
  return records === truth.count ? sums : [`${records} records instead of ${truth.count}`, ...sums];
}

/** Everything that is lost, doubled, outdated or summed wrongly, a line each. */
export async function differences(snapshot: Snapshot, control: ProvingControl): Promise<string[]> {
  const live = await control.liveVersions();
  const ids = await snapshot.ids({});
  const held = await snapshot.versions(ids);
  const doubled = ids.length - new Set(ids).size;
  const lost = [...live.keys()].filter((id) => !held.has(id));
  const gone = ids.filter((id) => !live.has(id));
  const old = ids.filter((id) => live.has(id) && live.get(id) !== held.get(id));
  const waiting = await snapshot.countWaiting();
  return [
    ...line('lost', lost),
    ...line('gone but held', gone),
    ...line('held in another version', old),
    ...(doubled > 0 ? [`${doubled} doubled`] : []),
    ...(waiting > 0 ? [`${waiting} changes still waiting`] : []),
    ...(await reportedWrongly(snapshot, await truthNow(control))),
  ];
}

function line(what: string, ids: readonly string[]): string[] {
  return ids.length === 0 ? [] : [`${ids.length} ${what}: ${ids.slice(0, 5).join(', ')}`];
}
