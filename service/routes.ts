/** The three operations (INTERFACE §4): read the request, call the upstream, respond in the shapes of the interface. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  refuse,
  type ListPage,
  type ListQuery,
  type SearchPage,
  type Result,
  type Upstream,
  type UpstreamFailure,
  type VerbatimRecords,
} from './upstream/upstream.ts';
import { toListError, toUpstreamError, createUpstreamError, type ErrorResponse } from './errors.ts';
import { getRequestContext } from './log.ts';
import { readArchived, readBatch, readSearch } from './requests.ts';
import { send, sendJson } from './transport.ts';

export const TIMELOGS_PATH = '/service/v1/timelogs';

/** The link to the next page has the configured base address, the caller's parameters and the new cursor. */
export function toListBody(page: ListPage, request: ListQuery, baseUrl: string) {
  if (page.after === undefined) return { results: page.results };
  const query = new URLSearchParams(request);
  query.set('after', page.after);
  const link = `${baseUrl}${TIMELOGS_PATH}?${query.toString()}`;
  return { results: page.results, paging: { next: { after: page.after, link } } };
}

function toSearchBody(page: SearchPage) {
  const { results, total, after } = page;
  return { total, results, ...(after === undefined ? {} : { paging: { next: { after } } }) };
}

const BATCH_PATH = `${TIMELOGS_PATH}/batch/read`;
const SEARCH_PATH = `${TIMELOGS_PATH}/search`;

export const methods: Readonly<Record<string, string>> = {
  [TIMELOGS_PATH]: 'GET, HEAD',
  [BATCH_PATH]: 'POST',
  [SEARCH_PATH]: 'POST',
};

export const operations: ReadonlyMap<string, string> = new Map([
  [`GET ${TIMELOGS_PATH}`, 'list'],
  [`HEAD ${TIMELOGS_PATH}`, 'list'],
  [`POST ${BATCH_PATH}`, 'batch'],
  [`POST ${SEARCH_PATH}`, 'search'],
]);

/** @param baseUrl a function, because the port is known only after listening. @param onFault receives failures of the list that callers only see as 500. */
export function addRoutes(
  server: FastifyInstance,
  upstream: Upstream,
  baseUrl: () => string,
  onFault?: (fault: unknown) => void,
): void {
  server.get(TIMELOGS_PATH, async (request, reply) => {
    const query = readQuery(request);
    const archived = readArchived(query);
    const callerGone = watchCaller(reply);
    const result = archived.ok ? await upstream.list(query, callerGone) : refuse(archived.problem);
    if (!result.ok && toListError(result.failure).status === 500) {
      // Refusals by the upstream have a cause already.
      getRequestContext(request).cause ??= 'request: archived is neither true nor false';
      onFault?.(result.failure);
    }
    return sendResult(reply, result, callerGone, (page) => toListBody(page, query, baseUrl()), toListError);
  });
  server.post(BATCH_PATH, async (request, reply) => {
    const archived = readArchived(readQuery(request));
    if (!archived.ok) return send(reply, createValidationError(archived.problem));
    const parsed = readBatch(readText(request), archived.request);
    if (!parsed.ok) return send(reply, createValidationError(parsed.problem));
    const callerGone = watchCaller(reply);
    return sendResult(
      reply,
      await upstream.batchRead(parsed.request, callerGone),
      callerGone,
      ({ recordsJson: _recordsJson, ...result }) => result,
    );
  });
  server.post(SEARCH_PATH, async (request, reply) => {
    const parsed = readSearch(readText(request));
    if (!parsed.ok) return send(reply, createValidationError(parsed.problem));
    const callerGone = watchCaller(reply);
    return sendResult(reply, await upstream.search(parsed.request, callerGone), callerGone, toSearchBody);
  });
}

/** @returns a signal that is aborted when the caller disconnects before the end of the response. */
function watchCaller({ raw }: FastifyReply): AbortSignal {
  const callerGone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) callerGone.abort();
  });
  return callerGone.signal;
}

function readQuery(request: FastifyRequest): URLSearchParams {
  const start = request.url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : request.url.slice(start + 1));
}

function readText(request: FastifyRequest): string {
  return typeof request.body === 'string' ? request.body : '';
}

/** Formats the service's refusals like those of the upstream. */
function createValidationError(message: string): ErrorResponse {
  return createUpstreamError({ status: 'error', message, category: 'VALIDATION_ERROR' });
}

function sendResult<T extends VerbatimRecords>(
  reply: FastifyReply,
  result: Result<T>,
  callerGone: AbortSignal,
  shape: (body: T) => object,
  refusal: (failure: UpstreamFailure) => ErrorResponse = toUpstreamError,
): FastifyReply {
  // A caller that disconnects causes its own failure.
  if (!result.ok) return send(reply, { ...refusal(result.failure), ...(callerGone.aborted && { reason: 'caller' }) });
  return sendJson(
    reply.code(result.status ?? 200).headers({ ...result.headers }),
    shape(result.body),
    result.body.recordsJson,
  );
}
