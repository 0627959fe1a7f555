/** The service: an authenticating, counting front over an upstream (INTERFACE). */
import type { FastifyRequest } from 'fastify';
import { addFaults, type FaultOptions, type Faults } from './faults.ts';
import { guard, identify } from './front/admission.ts';
import { completeLimits, drain, type ConnectionLimits } from './front/connections.ts';
import { openKeys, type Keys } from './keys.ts';
import { openQuota, type Quota } from './quota.ts';
import { readCertificate, watchCertificate, type CertificateFiles } from './operation/certificate.ts';
import { createDocument } from './openapi/document.ts';
import { openOperation } from './operation/operation.ts';
import { followOperations } from './operation/requests.ts';
import { addRoutes, methods, operations } from './routes.ts';
import { createSample, type Sample } from './sample.ts';
import { openSqliteStore } from './store/sqlite/store.ts';
import type { Store } from './store/store.ts';
import { listenAt, openTransport, renewCertificate } from './transport.ts';
import { createEmbeddedUpstream } from './upstream/embedded.ts';
import type { Switches } from './upstream/switches.ts';
import type { Upstream } from './upstream/upstream.ts';

export interface ServiceOptions {
  /** 0, the default: any free port. */
  readonly port?: number;
  /** The address to listen on; 127.0.0.1 by default. Others are for TLS, or for a proxy with TLS in front. */
  readonly host?: string;
  /** Files of the certificate and key, read again when they change. Without them: plain HTTP. */
  readonly tls?: CertificateFiles;
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
  /** Bounds on connections, where they differ from the usual ones. */
  readonly limits?: Partial<ConnectionLimits>;
  /** Called with errors that a caller only sees as 500. */
  readonly onFault?: (fault: unknown) => void;
  /** Gets the log, line by line: JSON without its line end. */
  readonly log?: (line: string) => void;
  /** A second port on loopback, for operators: life, readiness, metrics, OpenAPI. 0: any free one. Without it there is none. */
  readonly adminPort?: number;
}

export interface Service {
  /** `http://127.0.0.1:PORT`, or another address where one was given, without a trailing slash. */
  readonly url: string;
  /** The operators' port, where one was asked for. */
  readonly adminUrl?: string;
  /** A valid key; null when an earlier start issued it and only its digest is stored. */
  readonly key: string | null;
  readonly keys: Keys;
  readonly quota: Quota;
  readonly upstream: Upstream;
  /** The names behind the sample's ids; absent with another upstream. */
  readonly sample?: Sample;
  /** Present where failures are injected. */
  readonly faults?: Faults;
  /** Answers what was accepted already, within the limit, and ends. */
  close(): Promise<void>;
}

/** Listens on 127.0.0.1 unless told otherwise. @throws if the port is taken, or the database or the certificate cannot be opened. */
export async function createService(options: ServiceOptions = {}): Promise<Service> {
  const now = options.now ?? Date.now;
  const sample = options.upstream ? undefined : createServerSample(options, now);
  const upstream = options.upstream ?? embedded(sample, options, now);
  const certificate = options.tls && (await readCertificate(options.tls));
  const store = options.store ?? (await openSqliteStore(options.databasePath ?? ':memory:', now));
  const keys = await openKeys(store, now);
  const quota = openQuota(store, now, options.dailyQuota);
  const key = await firstKey(keys, options);
  const limits = completeLimits(options.limits);
  const refuseCaller = (request: FastifyRequest) => {
    const caller = identify(request, keys);
    return 'status' in caller ? caller : undefined;
  };
  const operation = openOperation({
    ...options,
    now,
    store,
    upstream,
    operations,
    document: () => createDocument(baseUrl ?? ''),
  });
  const { watch } = operation;
  const server = openTransport({ now, onFault: options.onFault, methods, watch, limits, refuseCaller, certificate });
  const faults = options.faults ? addFaults(server, options.faults) : undefined;
  guard(server, keys, quota);
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
  const { log } = operation;
  const stopWatch =
    options.tls && certificate
      ? watchCertificate(
          { files: options.tls, log, renew: (renewed) => renewCertificate(server, renewed) },
          certificate,
        )
      : undefined;
  let ended: Promise<void> | undefined;
  const end = async () => {
    stopWatch?.();
    operation.startEnding();
    await drain(server, limits);
    await operation.close();
    await closeStore();
    operation.log.write('closed', { level: 'info' });
  };
  const close = () => (ended ??= end());
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
