/** Serves the operators' port, which needs no key: liveness, readiness, metrics, and the interface as OpenAPI. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { isIP } from 'node:net';
import type { Store } from '../store.ts';
import type { Breaker } from '../upstream/breaker.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { describeFault } from '../log.ts';
import { METRICS_TYPE, type Metrics } from './metrics.ts';
import type { UpstreamCall } from './requests.ts';

interface AdminOptions {
  readonly port: number;
  /** Loopback by default; a container is probed from outside. */
  readonly host?: string | undefined;
  readonly metrics: Metrics;
  readonly readReadiness: () => Promise<Readiness>;
  readonly isEnding: () => boolean;
  readonly document: () => unknown;
}

const JSON_TYPE = 'application/json; charset=utf-8';

export type Admin = Awaited<ReturnType<typeof openAdmin>>;

/** @throws if the port is taken. */
export async function openAdmin(options: AdminOptions) {
  const host = options.host ?? '127.0.0.1';
  const server = createServer((request, response) => {
    if (!isAddressedTo(request, host)) return respond(response, 421, { error: 'Misdirected Request' });
    const page =
      request.method === 'GET' || request.method === 'HEAD' ? pages[request.url?.split('?')[0] ?? ''] : undefined;
    if (!page) return respond(response, 404, { error: 'Not Found', pages: Object.keys(pages) });
    page(options, response).catch(() => respond(response, 500, { error: 'Internal Server Error' }));
  });
  server.listen(options.port, host);
  await once(server, 'listening');
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : options.port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Guards against DNS rebinding: operators use an IP address or a host name without dots. */
function isAddressedTo({ headers }: IncomingMessage, host: string): boolean {
  const name = URL.parse(`http://${headers.host ?? ''}`)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  return name === host || isIP(name) !== 0 || /^[\w-]+$/.test(name);
}

type Page = (options: AdminOptions, response: ServerResponse) => Promise<void>;

const pages: Readonly<Record<string, Page>> = {
  '/livez': async (_options, response) => respond(response, 200, { alive: true }),
  '/readyz': async ({ readReadiness, isEnding }, response) => {
    const readiness = await readReadiness();
    const ready = readiness.ready && !isEnding();
    respond(response, ready ? 200 : 503, { ...readiness, ready, ...(isEnding() ? { ending: true } : {}) });
  },
  '/metrics': async ({ metrics }, response) => {
    const page = await metrics.render();
    response.writeHead(200, { 'content-type': METRICS_TYPE }).end(page);
  },
  '/openapi.json': async ({ document }, response) => respond(response, 200, document()),
};

function respond(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': JSON_TYPE, 'cache-control': 'no-store' }).end(JSON.stringify(body));
}

/** `ok`, or a description of the problem. */
type Check = string;

interface Readiness {
  readonly ready: boolean;
  readonly store: Check;
  readonly upstream: Check;
  /** The state of the circuit breaker. An open one does not affect readiness, because another instance would reach the same upstream. */
  readonly breaker?: Check;
}

/** A recent call replaces a probe of the upstream. */
const FRESH_MILLISECONDS = 30_000;
const PROBE = new URLSearchParams({ limit: '1' });

/** @param upstream an observed one, so that probes are noted like other calls. */
export function watchReadiness(store: Store, upstream: Upstream, breaker?: Breaker) {
  let isStoreReachable = true;
  let lastStatus: number | undefined;
  let probedAt = -Infinity;
  let isAccepted = false;
  let probing: Promise<unknown> | undefined;
  const noteCall = ({ status }: UpstreamCall) => {
    // A 403 for one caller says nothing about the credential, so the next check probes.
    probedAt = status === 403 && !probing ? -Infinity : performance.now();
    lastStatus = status;
    if (status === 401 || (status === 403 && probing)) isAccepted = false;
    else if (status !== undefined && status < 500 && status !== 403) isAccepted = true;
  };
  const probe = async () => {
    if (performance.now() - probedAt < FRESH_MILLISECONDS) return;
    probing ??= upstream.list(PROBE).finally(() => (probing = undefined));
    await probing;
  };
  /** Once accepted, the credential counts as good until it is refused: a temporary outage of the upstream does not end readiness. */
  const checkUpstream = async (): Promise<Check> => {
    try {
      await probe();
    } catch (fault) {
      return describeFault(fault);
    }
    if (isAccepted) return 'ok';
    if (lastStatus === 401 || lastStatus === 403) return `the credential is refused with ${lastStatus}`;
    return lastStatus === undefined ? 'it cannot be reached' : `it answers ${lastStatus}`;
  };
  const checkStore = async (): Promise<Check> => {
    try {
      await store.readKeys();
      isStoreReachable = true;
      return 'ok';
    } catch (fault) {
      isStoreReachable = false;
      return describeFault(fault);
    }
  };
  return {
    /** Learns from every upstream call, which saves probes. */
    noteCall,
    read: async (): Promise<Readiness> => {
      const [storeCheck, upstreamCheck] = await Promise.all([checkStore(), checkUpstream()]);
      return {
        ready: storeCheck === 'ok' && upstreamCheck === 'ok',
        store: storeCheck,
        upstream: upstreamCheck,
        ...(breaker && {
          breaker: breaker.openSeconds === 0 ? 'closed' : `open for ${Math.ceil(breaker.openSeconds)} s`,
        }),
      };
    },
    isStoreReachable: () => isStoreReachable,
  };
}
