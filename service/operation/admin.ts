/** The operators' port, on loopback only and without keys: life, readiness, metrics, and the interface as OpenAPI. */
import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { METRICS_TYPE, type Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';

export interface AdminOptions {
  readonly port: number;
  readonly metrics: Metrics;
  readonly readReadiness: () => Promise<Readiness>;
  /** True from when an end was asked for: no more callers are to be sent here. */
  readonly isEnding: () => boolean;
  /** The OpenAPI document. */
  readonly document: () => unknown;
}

export interface Admin {
  readonly url: string;
  close(): Promise<void>;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** @throws if the port is taken. */
export async function openAdmin(options: AdminOptions): Promise<Admin> {
  const server = createServer((request, response) => {
    const page =
      request.method === 'GET' || request.method === 'HEAD' ? pages[request.url?.split('?')[0] ?? ''] : undefined;
    if (!page) return answer(response, 404, { error: 'Not Found', pages: Object.keys(pages) });
    page(options, response).catch(() => answer(response, 500, { error: 'Internal Server Error' }));
  });
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : options.port;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

type Page = (options: AdminOptions, response: ServerResponse) => Promise<void>;

const pages: Readonly<Record<string, Page>> = {
  '/livez': async (_options, response) => answer(response, 200, { alive: true }),
  '/readyz': async ({ readReadiness, isEnding }, response) => {
    const found = await readReadiness();
    const ready = found.ready && !isEnding();
    answer(response, ready ? 200 : 503, { ...found, ready, ...(isEnding() ? { ending: true } : {}) });
  },
  '/metrics': async ({ metrics }, response) => {
    response.writeHead(200, { 'content-type': METRICS_TYPE }).end(metrics.render());
  },
  '/openapi.json': async ({ document }, response) => answer(response, 200, document()),
};

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': JSON_TYPE, 'cache-control': 'no-store' }).end(JSON.stringify(body));
}
