/** A listener that no client may ever contact: it counts those who do. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

export interface Trap {
  readonly url: string;
  /** Connections so far. */
  readonly met: number;
  close(): Promise<void>;
}

export async function openTrap(): Promise<Trap> {
  let met = 0;
  const server = createServer((socket) => {
    met += 1;
    socket.on('error', () => {});
    socket.end(
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 24\r\n\r\n{"results":[],"total":0}',
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get met() {
      return met;
    },
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}
