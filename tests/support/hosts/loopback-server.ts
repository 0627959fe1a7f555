/** A real HTTP server on loopback that answers as a test wants and records its requests. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answerer = (response: ServerResponse, request: SeenRequest, index: number) => void | Promise<void>;

export interface LoopbackServer {
  readonly origin: string;
  /** In order of arrival, complete with their bodies. */
  readonly requests: readonly SeenRequest[];
  close(): Promise<void>;
}

export async function startLoopbackServer(answer: Answerer): Promise<LoopbackServer> {
  const requests: SeenRequest[] = [];
  const server = createServer((incoming, response) => {
    void bodyOf(incoming).then((body) => {
      const { method = '', url = '', headers } = incoming;
      const seen = { method, url, headers, body };
      requests.push(seen);
      return answer(response, seen, requests.length - 1);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

export function sendJson(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
