/** The service: an authenticating, counting front on loopback over an upstream (INTERFACE). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addFaults, type FaultOptions, type Faults } from './faults.ts';
import { openKeys, type Keys } from './keys.ts';
import { openQuota, type Quota } from './quota.ts';
import { busy, keyDeactivated, keyRejected, quotaExceeded, type Refused } from './refusals.ts';
import { createLog } from './log/log.ts';
import { describeFault } from './log/fault-text.ts';
import { readNotes } from './log/notes.ts';
import { observeUpstream } from './operation/observed-upstream.ts';
import { followOperations, watchRequests } from './operation/requests.ts';
import { addRoutes, methods, operations } from './routes.ts';
import { createSample, type Sample } from './sample.ts';
import { openSqliteStore } from './store/sqlite/store.ts';
import { StoreAway, type Store } from './store/store.ts';
import { listenOnLoopback, openTransport, send } from './transport.ts';
import { createEmbeddedUpstream } from './upstream/embedded.ts';
import type { Switches } from './upstream/switches.ts';
import type { Upstream } from './upstream/upstream.ts';

export interface ServiceOptions {
  /** 0, the default: any free port. */
  readonly port?: number;
  /** The public address without path, for paging links. Default: the address listened on; never taken from request headers. */
  readonly baseUrl?: string;
  /** Where keys and counts are stored: a file, or `:memory:`, the default. */
  readonly databasePath?: string;
  /** An open store in its place; the service closes it. */
  readonly store?: Store;
  /** False: a store without keys stays so. Several instances that start together would each issue one. */
  readonly issuesFirstKey?: boolean;
  /** Requests a key and UTC day; 1,000 by default. */
  readonly dailyQuota?: number;
  /** Epoch milliseconds; also the `Date` header of every answer. */
  readonly now?: () => number;
  /** A key to make valid. Without it, the first start on a fresh database issues one. */
  readonly key?: string;
  /** The upstream to read from. Without it, the embedded upstream with the sample described by the next four. */
  readonly upstream?: Upstream;
  readonly seed?: number;
  /** `YYYY-MM-DD`: the sample ends the day before. Default: today in UTC. */
  readonly asOf?: string;
  /** Exactly so many live records. */
  readonly records?: number;
  readonly switches?: Partial<Switches>;
  /** Failures to inject, for tests and benches only. */
  readonly faults?: FaultOptions;
  /** Called with errors that a caller only sees as 500. */
  readonly onFault?: (fault: unknown) => void;
  /** Gets the log, line by line: JSON without its line end. */
  readonly log?: (line: string) => void;
}

export interface Service {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly url: string;
  /** A valid key; null when an earlier start issued it and only its digest is stored. */
  readonly key: string | null;
  readonly keys: Keys;
  readonly quota: Quota;
  readonly upstream: Upstream;
  /** The names behind the sample's ids; absent with another upstream. */
  readonly sample?: Sample;
  /** Present where failures are injected. */
  readonly faults?: Faults;
  close(): Promise<void>;
}

/** Listens on 127.0.0.1 only. @throws if the port is taken or the database cannot be opened. */
export async function createService(options: ServiceOptions = {}): Promise<Service> {
  const now = options.now ?? Date.now;
  const sample = options.upstream ? undefined : createServerSample(options, now);
  const upstream = options.upstream ?? embedded(sample, options, now);
  const store = options.store ?? (await openSqliteStore(options.databasePath ?? ':memory:', now));
  const keys = await openKeys(store, now);
  const quota = openQuota(store, now, options.dailyQuota);
  const key = await firstKey(keys, options);
  const log = createLog(options.log, now);
  const watch = watchRequests(log, operations);
  const server = openTransport({ now, onFault: options.onFault, methods, watch });
  const faults = options.faults ? addFaults(server, options.faults) : undefined;
  guard(server, keys, quota);
  let baseUrl = options.baseUrl?.replace(/\/+$/, '');
  followOperations(server);
  addRoutes(server, observeUpstream(upstream), () => baseUrl ?? '');
  const closeStore = async () => {
    keys.close();
    await quota.close();
    await store.close();
  };
  const url = await listenOnLoopback(server, options.port ?? 0).catch(async (error: unknown) => {
    await closeStore();
    throw error;
  });
  baseUrl ??= url;
  log.write('listening', { level: 'info', url });
  let ended: Promise<void> | undefined;
  const end = async () => {
    await server.close();
    await closeStore();
    log.write('closed', { level: 'info' });
  };
  const close = () => (ended ??= end());
  return { url, key, keys, quota, upstream, ...(sample ? { sample } : {}), ...(faults ? { faults } : {}), close };
}

async function firstKey(keys: Keys, { key, issuesFirstKey = true }: ServiceOptions): Promise<string | null> {
  if (key === undefined) return issuesFirstKey && keys.count() === 0 ? (await keys.issue()).key : null;
  await keys.ensure(key);
  return key;
}

function createServerSample({ seed, asOf, records }: ServiceOptions, now: () => number): Sample {
  const anchor = asOf ?? new Date(now()).toISOString().slice(0, 10);
  return createSample({ seed: seed ?? 1, asOf: anchor, ...(records === undefined ? {} : { records }) });
}

function embedded(sample: Sample | undefined, { switches }: ServiceOptions, now: () => number): Upstream {
  return createEmbeddedUpstream({ records: sample?.records ?? [], now, ...(switches ? { switches } : {}) });
}

/** Key, then quota, then the rest: a request with a valid key counts even if it is then refused. */
function guard(server: FastifyInstance, keys: Keys, quota: Quota): void {
  server.addHook('onRequest', async (request, reply) => {
    const refused = await admit(request, keys, quota);
    return refused ? send(reply, refused) : undefined;
  });
}

/** Only a request that is to be served waits for the store. */
async function admit(request: FastifyRequest, keys: Keys, quota: Quota): Promise<Refused | undefined> {
  const presented = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  if (presented === undefined) return keyRejected;
  try {
    if (keys.find(presented)?.active) await keys.follow();
    const key = keys.find(presented);
    if (!key) return keyRejected;
    readNotes(request).key = key.id;
    if (!key.active) return keyDeactivated;
    const { granted, resetsAt } = await quota.book(key);
    return granted ? undefined : quotaExceeded(resetsAt);
  } catch (fault) {
    if (fault instanceof StoreAway) return { ...busy, cause: `store: ${describeFault(fault)}` };
    throw fault;
  }
}
