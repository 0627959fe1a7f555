/** The three operations (INTERFACE §4): read the request, ask the upstream, answer in the service's shapes. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { listAnswer, searchAnswer, TIMELOGS_PATH } from './answers.ts';
import { upstreamFailed, upstreamRefusal, type Refused } from './refusals.ts';
import { parseBatch, parseSearch } from './requests.ts';
import { send, sendJson } from './transport.ts';
import type { Answer, Upstream } from './upstream/upstream.ts';

const BATCH_PATH = `${TIMELOGS_PATH}/batch/read`;
const SEARCH_PATH = `${TIMELOGS_PATH}/search`;

export const methods: Readonly<Record<string, string>> = {
  [TIMELOGS_PATH]: 'GET',
  [BATCH_PATH]: 'POST',
  [SEARCH_PATH]: 'POST',
};

/** What the log calls each, by method and path. */
export const operations: ReadonlyMap<string, string> = new Map([
  [`GET ${TIMELOGS_PATH}`, 'list'],
  [`HEAD ${TIMELOGS_PATH}`, 'list'],
  [`POST ${BATCH_PATH}`, 'batch'],
  [`POST ${SEARCH_PATH}`, 'search'],
]);

/** @param baseUrl asked at each list: the port is known only after listening. */
export function addRoutes(server: FastifyInstance, upstream: Upstream, baseUrl: () => string): void {
  server.get(TIMELOGS_PATH, async (request, reply) => {
    const query = readQuery(request);
    return pass(reply, await upstream.list(query), (page) => listAnswer(page, query, baseUrl()));
  });
  server.post(BATCH_PATH, async (request, reply) => {
    const parsed = parseBatch(readText(request), readQuery(request).get('archived') === 'true');
    if (!parsed.ok) return send(reply, invalid(parsed.problem));
    return pass(reply, await upstream.batchRead(parsed.request), (result) => result);
  });
  server.post(SEARCH_PATH, async (request, reply) => {
    const parsed = parseSearch(readText(request));
    if (!parsed.ok) return send(reply, invalid(parsed.problem));
    return pass(reply, await upstream.search(parsed.request), searchAnswer);
  });
}

function readQuery(request: FastifyRequest): URLSearchParams {
  const start = request.url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : request.url.slice(start + 1));
}

function readText(request: FastifyRequest): string {
  return typeof request.body === 'string' ? request.body : '';
}

/** What the interface itself forbids is worded like the upstream's own refusal. */
function invalid(message: string): Refused {
  return upstreamRefusal({ status: 'error', message, category: 'VALIDATION_ERROR' });
}

function pass<T>(reply: FastifyReply, answer: Answer<T>, shape: (body: T) => unknown): FastifyReply {
  if (!answer.ok) return send(reply, upstreamFailed(answer.failure));
  return sendJson(reply.code(answer.status ?? 200).headers({ ...answer.headers }), shape(answer.body));
}
