/** The embedded upstream behind a second HTTP server in the CRM's own shape and names: what `http.ts` is meant to speak to. */
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import type { Result, Upstream } from '#service/upstream/upstream.ts';

export const TOKEN = 'platform-token';
const COLLECTION = '/crm/v3/objects/2-4711';

export interface Heard {
  readonly url: string;
  readonly body: string;
}

/** @returns its address and what it was asked, in the platform's words. */
export async function startPlatform(upstream: Upstream): Promise<{ url: string; heard: Heard[] }> {
  const heard: Heard[] = [];
  const url = await startServer(async (request, respond) => {
    const body = await textOf(request);
    heard.push({ url: request.url ?? '', body });
    if (request.headers.authorization !== `Bearer ${TOKEN}`)
      return respond(401, '{"category":"INVALID_AUTHENTICATION"}');
    const asked = ours(request.url ?? '').split('?');
    const { status, answer } = await perform(
      upstream,
      (asked[0] ?? '').slice(COLLECTION.length),
      asked[1] ?? '',
      ours(body),
    );
    respond(status, theirs(JSON.stringify(answer)));
  });
  return { url: url + COLLECTION, heard };
}

type Respond = (status: number, text: string, headers?: Record<string, string>) => void;

/** Any small server, closed when the test ends. */
export function startServer(answer: (request: IncomingMessage, respond: Respond) => unknown): Promise<string> {
  const listener: RequestListener = (request, response) => {
    void answer(request, (status, text, headers = {}) => response.writeHead(status, headers).end(text));
  };
  const server = createServer(listener);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as { port: number }).port}`));
  });
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const ours = (text: string) => text.replaceAll('hs_', 'sys_').replaceAll('hubspot_', 'platform_');
const theirs = (text: string) => text.replaceAll('"sys_', '"hs_').replaceAll('"platform_', '"hubspot_');

async function perform(upstream: Upstream, path: string, query: string, body: string) {
  const parameters = new URLSearchParams(query);
  if (path === '') return paged(await upstream.list(parameters));
  if (path === '/search') return paged(await upstream.search({ bodyText: body }));
  const answer = await upstream.batchRead({ bodyText: body, archived: parameters.get('archived') === 'true' });
  const partial = answer.ok && answer.body.errors;
  return { ...plain(answer), ...(partial ? { status: 207 } : {}) };
}

function paged(answer: Result<{ readonly after?: string }>) {
  if (!answer.ok) return plain(answer);
  const { after, ...rest } = answer.body;
  const link = 'https://api.platform.test/next';
  return { status: 200, answer: { ...rest, ...(after === undefined ? {} : { paging: { next: { after, link } } }) } };
}

function plain(answer: Result<unknown>): { status: number; answer: unknown } {
  if (answer.ok) return { status: 200, answer: answer.body };
  if (answer.failure.kind !== 'answered') return { status: 503, answer: {} };
  return { status: answer.failure.status, answer: answer.failure.body };
}
