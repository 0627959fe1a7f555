/** The real service on loopback with a page of hand-written JSON before it: what no object in JavaScript holds is put in as text. */
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createService } from '#service/server.ts';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import { NOW, type OddWorld } from './world.ts';

export interface OddService {
  readonly url: string;
  readonly key: string;
  close(): Promise<void>;
}

export async function startOddService({ marked, unmark }: OddWorld): Promise<OddService> {
  const now = () => NOW;
  const key = 'odd-key';
  const service = await createService({
    upstream: createEmbeddedUpstream({ records: marked, now }),
    dailyQuota: 1_000_000,
    now,
    key,
  });
  const front = createServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    const onward = request(new URL(url, service.url), {
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
    });
    onward.on('error', () => outgoing.destroy());
    const answerWith = async (answer: IncomingMessage) => {
      const body = Buffer.from(unmark(await textOf(answer)));
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'content-length': body.byteLength });
      outgoing.end(body);
    };
    onward.on('response', (answer) => void answerWith(answer));
    incoming.pipe(onward);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const { port } = front.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    key,
    close: async () => {
      front.closeAllConnections();
      front.close();
      await once(front, 'close');
      await service.close();
    },
  };
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
