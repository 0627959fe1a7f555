/** TLS listeners that no client may trust, and a good one. */
import { createServer } from 'node:https';
import { createServer as createPlainServer, type AddressInfo, type Server } from 'node:net';
import type { SecureVersion } from 'node:tls';
import type { Certificate } from './certificates.ts';

export interface Listener {
  readonly port: number;
  /** What it received in the clear or within TLS: request heads and bodies. */
  heard(): string;
  close(): Promise<void>;
}

/** Accepts everything, weak or old: a refusal is then the client's. */
export async function listenWith({ key, cert }: Certificate, version?: SecureVersion): Promise<Listener> {
  let heard = '';
  const versions = version ? { minVersion: version, maxVersion: version } : {};
  const server = createServer({ key, cert, ciphers: 'DEFAULT@SECLEVEL=0', ...versions }, (request, response) => {
    heard += `${request.method} ${request.url} ${request.rawHeaders.join(' ')}`;
    request.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
    request.on('end', () =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"results":[],"total":0}'),
    );
  });
  // A client that hangs up is the desired result.
  server.on('tlsClientError', () => undefined);
  return listening(
    server,
    () => heard,
    () => server.closeAllConnections(),
  );
}

/** Answers plain HTTP where TLS was asked for. */
export function listenInTheClear(): Promise<Listener> {
  let heard = '';
  const server = createPlainServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      socket.end(
        'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 24\r\n\r\n{"results":[],"total":0}',
      );
    });
  });
  return listening(
    server,
    () => heard,
    () => undefined,
  );
}

async function listening(server: Server, heard: () => string, end: () => void): Promise<Listener> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    heard,
    async close() {
      end();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
