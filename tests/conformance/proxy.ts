/** A proxy of real HTTP before the real service, which may bend one thing on its way. */
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BATCH, LIST, SEARCH, type Operation } from '#conformance/client.ts';
import type { Answered, Asked, Deviation } from './deviations/deviation.ts';

export interface Proxy {
  readonly url: string;
  /** What stands behind it: told once it listens, for the service's links name the proxy. */
  readonly lead: (to: string | ((asked: Asked) => string)) => void;
  close(): Promise<void>;
}

const paths: Readonly<Record<string, Operation>> = {
  [`GET ${LIST}`]: 'list',
  [`POST ${BATCH}`]: 'batch',
  [`POST ${SEARCH}`]: 'search',
};

/** @param bend undefined passes everything as it is. @param seen called with each answer as the caller gets it. */
export async function startProxy(bend?: Deviation, seen?: (asked: Asked, answered: Answered) => void): Promise<Proxy> {
  let target: string | ((asked: Asked) => string) = '';
  const state = new Map<string, unknown>();
  const server = createServer((incoming, outgoing) => {
    const pass = async () => {
      const asked = await readRequest(incoming);
      bend?.request?.(asked);
      const answered = await exchange(typeof target === 'string' ? target : target(asked), asked);
      bend?.answer?.(answered, asked, state);
      seen?.(asked, answered);
      const text = typeof answered.body === 'string' ? answered.body : JSON.stringify(answered.body);
      const isEmpty = answered.status === 204;
      outgoing.writeHead(answered.status, {
        ...answered.headers,
        ...(isEmpty ? {} : { 'content-length': Buffer.byteLength(text) }),
      });
      outgoing.end(isEmpty ? undefined : text);
    };
    pass().catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    lead: (to) => (target = to),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<Asked> {
  const { method = 'GET', url = '/', headers } = incoming;
  const given = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  return {
    operation: paths[`${method} ${url.split('?')[0]}`],
    method,
    target: url,
    headers: Object.fromEntries(given.filter(([name]) => name !== 'accept-encoding')),
    text: await readText(incoming),
  };
}

async function exchange(target: string, { method, target: path, headers, text }: Asked): Promise<Answered> {
  const { 'content-length': _, 'transfer-encoding': __, connection: ___, ...kept } = headers;
  const onward = request(new URL(path, target), {
    method,
    headers: { ...kept, ...(text === '' ? {} : { 'content-length': Buffer.byteLength(text) }) },
  });
  onward.end(text);
  const [answer] = (await once(onward, 'response')) as [IncomingMessage];
  const received = await readText(answer);
  const { 'content-length': ____, 'transfer-encoding': _____, connection: ______, ...passed } = answer.headers;
  return {
    status: answer.statusCode ?? 502,
    headers: Object.fromEntries(Object.entries(passed).map(([name, value]) => [name, String(value)])),
    body: parse(received),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function readText(from: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of from) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
