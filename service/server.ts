/** The service: authentication and quota in front of an upstream (INTERFACE). */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { addFaults, type FaultOptions, type Faults } from './faults.ts';
import { guardRequests, identifyKey } from './admission.ts';
import { completeLimits, drainConnections, listenAt, createTransport, type ConnectionLimits } from './transport.ts';
import { openKeys, type Keys } from './keys.ts';
import { openQuota, type Quota } from './quota.ts';
import { createDocument } from './openapi.ts';
import { openOperation } from './operation/operation.ts';
import { followOperations } from './operation/requests.ts';
import { addRoutes, methods, operations } from './routes.ts';
import { createSample, type Sample } from './sample.ts';
import { openSqliteStore } from './store/sqlite/store.ts';
import type { Store } from './store.ts';
import { createEmbeddedUpstream } from './upstream/embedded.ts';
import type { Switches } from './upstream/switches.ts';
import type { Upstream } from './upstream/upstream.ts';

export interface ServiceOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** 127.0.0.1 by default; other addresses are for a TLS proxy in front. */
  readonly host?: string;
  /** The public address for paging links, with a path if a proxy serves the service there. Default: the listening address; never taken from request headers. */
  readonly baseUrl?: string;
  /** The file that stores keys and counts; `:memory:` by default. */
  readonly databasePath?: string;
  /** An open store instead of `databasePath`; the service closes it. */
  readonly store?: Store;
  /** False leaves an empty store without a first key: multiple instances would each issue one, and in front of a CRM it would belong to no one. */
  readonly issuesFirstKey?: boolean;
  /** Requests per key and UTC day; 1,000 by default. */
  readonly dailyQuota?: number;
  /** Epoch milliseconds; also for the `Date` header of every response. */
  readonly now?: () => number;
  /** A key to make valid. Without it, the first start with an empty store issues one. */
  readonly key?: string;
  /** Default: the embedded upstream with the sample that the next four options describe. */
  readonly upstream?: Upstream;
  readonly seed?: number;
  /** `YYYY-MM-DD`. The sample ends the day before. Default: today in UTC. */
  readonly asOf?: string;
  readonly records?: number;
  readonly switches?: Partial<Switches>;
  /** Injected failures, for tests and benchmarks only. */
  readonly faults?: FaultOptions;
  readonly limits?: Partial<ConnectionLimits>;
  /** Receives errors that callers only see as 500. */
  readonly onFault?: (fault: unknown) => void;
  /** Receives the log: JSON lines without line breaks. */
  readonly log?: (line: string) => void;
  /** A second port for operators: liveness, readiness, metrics, OpenAPI. 0 takes any free port. */
  readonly adminPort?: number;
  /** The host of that port; loopback by default. */
  readonly adminHost?: string;
  /** Addresses and networks of proxies whose forwarding headers are trusted. */
  readonly trustedProxies?: readonly string[];
  /** Before it closes, the service is not ready for this time but still serves requests, so that balancers send callers elsewhere. */
  readonly drainDelayMilliseconds?: number;
  readonly version?: string;
}

export interface Service {
  readonly url: string;
  readonly adminUrl?: string;
  /** A valid key; null if an earlier start issued it, because only its digest is stored. */
  readonly key: string | null;
  readonly keys: Keys;
  readonly quota: Quota;
  readonly upstream: Upstream;
  readonly sample?: Sample;
  readonly faults?: Faults;
  /** Finishes accepted requests within the time limit and closes. */
  close(): Promise<void>;
}

/** @throws if the port is taken or the store cannot be opened. */
export async function createService(options: ServiceOptions = {}): Promise<Service> {
  const now = options.now ?? Date.now;
  const sample = options.upstream ? undefined : createServerSample(options, now);
  const upstream = options.upstream ?? createSampleUpstream(sample, options, now);
  const store = options.store ?? (await openSqliteStore(options.databasePath ?? ':memory:', now));
  const keys = await openKeys(store, now);
  const quota = openQuota(store, now, options.dailyQuota);
  const key = await issueFirstKey(keys, options);
  const limits = completeLimits(options.limits);
  const refuseCaller = (request: FastifyRequest) => {
    const caller = identifyKey(request, keys);
    return 'status' in caller ? caller : undefined;
  };
  const operation = openOperation({
    ...options,
    now,
    store,
    quota,
    upstream,
    operations,
    document: () => createDocument(baseUrl ?? ''),
  });
  const { watch } = operation;
  const { onFault, trustedProxies } = options;
  const isEnding = () => operation.isEnding();
  const transport = { now, onFault, methods, watch, limits, refuseCaller, trustedProxies, isEnding };
  const server = createTransport(transport);
  const faults = options.faults ? addFaults(server, options.faults) : undefined;
  guardRequests(server, keys, quota);
  let baseUrl = options.baseUrl?.replace(/\/+$/, '');
  followOperations(server);
  addRoutes(server, operation.upstream, () => baseUrl ?? '', options.onFault);
  const closeStore = async () => {
    keys.close();
    await quota.close();
    await store.close();
  };
  const listen = async () => {
    const url = await listenAt(server, options.host ?? '127.0.0.1', options.port ?? 0);
    const admin = options.adminPort === undefined ? undefined : await operation.listen(options.adminPort);
    return { url, ...(admin && { adminUrl: admin.url }) };
  };
  const addresses = await listen().catch(async (error: unknown) => {
    await operation.close();
    await server.close();
    await closeStore();
    throw error;
  });
  const { url } = addresses;
  baseUrl ??= url;
  operation.log.write('listening', { level: 'info', ...addresses });
  let ending: Promise<void> | undefined;
  const end = async () => {
    operation.startEnding();
    if (options.drainDelayMilliseconds) await wait(options.drainDelayMilliseconds);
    await drainConnections(server, limits);
    await operation.close();
    await closeStore();
    operation.log.write('closed', { level: 'info' });
  };
  const close = () => (ending ??= end());
  return {
    ...addresses,
    key,
    keys,
    quota,
    upstream,
    ...(sample ? { sample } : {}),
    ...(faults ? { faults } : {}),
    close,
  };
}

async function issueFirstKey(keys: Keys, { key, issuesFirstKey = true }: ServiceOptions): Promise<string | null> {
  if (key === undefined) return issuesFirstKey && keys.count() === 0 ? (await keys.issue()).key : null;
  await keys.ensure(key);
  return key;
}

function createServerSample({ seed, asOf, records }: ServiceOptions, now: () => number): Sample {
  const anchor = asOf ?? new Date(now()).toISOString().slice(0, 10);
  return createSample({ seed: seed ?? 1, asOf: anchor, ...(records === undefined ? {} : { records }) });
}

function createSampleUpstream(sample: Sample | undefined, { switches }: ServiceOptions, now: () => number): Upstream {
  return createEmbeddedUpstream({ records: sample?.records ?? [], now, ...(switches ? { switches } : {}) });
}
