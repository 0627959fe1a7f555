/** A server in a process of its own: the service, or a handler that does nothing but turn the same page into text. */
import { rmSync } from 'node:fs';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { createService } from '../../../service/server.ts';

const KEY = 'bench';

export interface ServedOptions {
  readonly kind: 'service' | 'bare';
  readonly records: number;
  /** Counts are stored in a file. */
  readonly durable?: boolean;
  /** What the bare handler answers. */
  readonly page?: string;
}

export interface Served {
  readonly url: string;
  stop(): Promise<void>;
}

export const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };

export async function startServed(options: ServedOptions): Promise<Served> {
  const child = fork(import.meta.filename, [], { serialization: 'advanced' });
  child.send(options);
  const [url] = await once(child, 'message');
  return {
    url: String(url),
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

async function serve({ kind, records, durable, page }: ServedOptions): Promise<string> {
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

if (process.send && process.argv[1] === import.meta.filename) {
  process.once('message', (options: ServedOptions) => {
    void serve(options).then((url) => process.send?.(url));
  });
  process.once('disconnect', () => process.exit(0));
}
