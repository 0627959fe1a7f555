/** A loopback relay before a service that reports each request, so that a test can act at that very moment. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Relay {
  readonly url: string;
  /** Resolves when so many requests have been answered. */
  answered(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function relay(target: string): Promise<Relay> {
  let done = 0;
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const server = createServer((incoming, outgoing) => {
    const onward = request(new URL(incoming.url ?? '/', target), {
      method: incoming.method,
      headers: incoming.headers,
    });
    onward.on('error', () => outgoing.destroy());
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    outgoing.on('finish', () => {
      done += 1;
      for (const { count, resolve } of waiting) if (done >= count) resolve();
    });
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    answered: (count) =>
      new Promise((resolve) => {
        if (done >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
