/** The three operations (INTERFACE §4): read the request, ask the upstream, answer in the service's shapes. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { listAnswer, searchAnswer, TIMELOGS_PATH } from './answers.ts';
import { listFailed, upstreamFailed, upstreamRefusal, type Refused } from './refusals.ts';
import { readNotes } from './log/notes.ts';
import { parseBatch, parseSearch, readArchived } from './requests.ts';
import { send, sendJson } from './transport.ts';
import { refuse } from './upstream/refusal.ts';
import type { Answer, Upstream, UpstreamFailure } from './upstream/upstream.ts';

const BATCH_PATH = `${TIMELOGS_PATH}/batch/read`;
const SEARCH_PATH = `${TIMELOGS_PATH}/search`;

export const methods: Readonly<Record<string, string>> = {
  [TIMELOGS_PATH]: 'GET, HEAD',
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

/**
 * @param baseUrl asked at each list: the port is known only after listening.
 * @param onFault learns of what a caller of the list only sees as 500
 */
export function addRoutes(
  server: FastifyInstance,
  upstream: Upstream,
  baseUrl: () => string,
  onFault?: (fault: unknown) => void,
): void {
  server.get(TIMELOGS_PATH, async (request, reply) => {
    const query = readQuery(request);
    const archived = readArchived(query);
    const answer = archived.ok ? await upstream.list(query, watchCaller(reply)) : refuse(archived.problem);
    if (!answer.ok && listFailed(answer.failure).status === 500) {
      // What the upstream refused is noted already.
      readNotes(request).cause ??= 'request: archived is neither true nor false';
      onFault?.(answer.failure);
    }
    return pass(reply, answer, (page) => listAnswer(page, query, baseUrl()), listFailed);
  });
  server.post(BATCH_PATH, async (request, reply) => {
    const archived = readArchived(readQuery(request));
    if (!archived.ok) return send(reply, invalid(archived.problem));
    const parsed = parseBatch(readText(request), archived.request);
    if (!parsed.ok) return send(reply, invalid(parsed.problem));
    return pass(reply, await upstream.batchRead(parsed.request, watchCaller(reply)), (result) => result);
  });
  server.post(SEARCH_PATH, async (request, reply) => {
    const parsed = parseSearch(readText(request));
    if (!parsed.ok) return send(reply, invalid(parsed.problem));
    return pass(reply, await upstream.search(parsed.request, watchCaller(reply)), searchAnswer);
  });
}

/** @returns a signal that is aborted when the caller's connection ends before it has the answer. */
function watchCaller({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
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

function pass<T>(
  reply: FastifyReply,
  answer: Answer<T>,
  shape: (body: T) => unknown,
  refusal: (failure: UpstreamFailure) => Refused = upstreamFailed,
): FastifyReply {
  if (!answer.ok) return send(reply, refusal(answer.failure));
  return sendJson(reply.code(answer.status ?? 200).headers({ ...answer.headers }), shape(answer.body));
}
