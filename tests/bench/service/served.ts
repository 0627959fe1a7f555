/** A server in a process of its own: the service, a handler that does nothing but turn the same page into text, a CRM that has it as text, or what passes bytes on to one. */
import { rmSync } from 'node:fs';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, request, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { createService } from '#service/server.ts';

const KEY = 'bench';

export interface ServedOptions {
  readonly kind: 'service' | 'bare' | 'crm' | 'passing';
  readonly records: number;
  /** Counts are stored in a file. */
  readonly durable?: boolean;
  /** What the bare handler or the CRM answers. */
  readonly page?: string;
  /** What bytes are passed on to. */
  readonly upstream?: string;
}

export interface Served {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };

export async function startServed(options: ServedOptions): Promise<Served> {
  const child = fork(import.meta.filename, [], { serialization: 'advanced' });
  child.send(options);
  const [url] = await once(child, 'message');
  return {
    url: String(url),
    pid: child.pid ?? 0,
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

async function serve({ kind, records, durable, page, upstream }: ServedOptions): Promise<string> {
  if (kind === 'crm')
    return listen((asked, answer) => {
      asked.resume().on('end', () => answer.writeHead(200, { 'content-type': 'application/json' }).end(page));
    });
  if (kind === 'passing') return listen(passOnTo(upstream ?? ''));
  if (kind === 'bare') {
    const body: unknown = JSON.parse(page ?? '{}');
    const server = fastify();
    server.post('/*', (_, reply) => reply.type('application/json; charset=utf-8').send(JSON.stringify(body)));
    return server.listen({ host: '127.0.0.1', port: 0 });
  }
  const folder = durable ? await mkdtemp(join(tmpdir(), 'bench-service-')) : undefined;
  if (folder) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const service = await createService({
    key: KEY,
    records,
    asOf: '2026-11-20',
    dailyQuota: 100_000_000,
    ...(folder === undefined ? {} : { databasePath: join(folder, 'service.sqlite') }),
  });
  return service.url;
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function passOnTo(upstream: string): RequestListener {
  const agent = new Agent({ keepAlive: true });
  return (asked, answer) => {
    const { method, headers, url } = asked;
    const passed = request(upstream + url, { ...(method && { method }), headers, agent }, (given) => {
      answer.writeHead(given.statusCode ?? 0, given.headers);
      given.pipe(answer);
    });
    asked.pipe(passed);
  };
}

if (process.send && process.argv[1] === import.meta.filename) {
  process.once('message', (options: ServedOptions) => {
    void serve(options).then((url) => process.send?.(url));
  });
  process.once('disconnect', () => process.exit(0));
}
