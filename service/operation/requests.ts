/** Watches requests and calls to the upstream: a line of the log for each request, and figures for the metrics. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readPlainName, getRequestContext, requestContext, type Log, type Reason } from '../log.ts';
import type { Result, Upstream } from '../upstream/upstream.ts';

const REQUEST_ID_HEADER = 'x-request-id';

const LONGEST_ID = 40;

/** Keeps the id of the caller or proxy if it is a plain name that cannot be part of a key. */
export function createRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const id = readPlainName(headers[REQUEST_ID_HEADER]);
  const isSafe = id !== undefined && id.length <= LONGEST_ID && !headers.authorization?.includes(id);
  return isSafe ? id : randomUUID();
}

/** The part that all versions share; ids of zeros and version `ff` are invalid (W3C Trace Context, 3.2). */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?=$|-)/;

function readTraceparent(header: unknown): string | undefined {
  return typeof header === 'string' ? TRACEPARENT.exec(header)?.[0] : undefined;
}

export type RequestWatch = ReturnType<typeof watchRequests>;

export interface FinishedRequest {
  readonly operation: string;
  /** Undefined if the caller disconnected before the response. */
  readonly status: number | undefined;
  readonly milliseconds: number;
  readonly reason?: Reason | undefined;
  readonly isRefunded?: boolean | undefined;
}

export function watchRequests(
  log: Log,
  operations: ReadonlyMap<string, string>,
  onFinished?: (finished: FinishedRequest) => void,
) {
  return {
    /** Must be called once per request, before any response. */
    begin: (request: FastifyRequest, reply: FastifyReply) => {
      const startedAt = performance.now();
      void reply.header(REQUEST_ID_HEADER, request.id);
      getRequestContext(request).traceparent = readTraceparent(request.headers['traceparent']);
      reply.raw.once('close', () => {
        const milliseconds = performance.now() - startedAt;
        const operation = operations.get(`${request.method} ${request.routeOptions.url}`) ?? 'none';
        const status = reply.raw.headersSent ? reply.raw.statusCode : undefined;
        log.write('request', describeRequest(request, reply, { operation, status, milliseconds }));
        const { reason, isRefunded } = getRequestContext(request);
        onFinished?.({ operation, status, milliseconds, reason, isRefunded });
      });
    },
    /** Logs a connection without a readable request. */
    refuseUnread: (code: string | undefined) => log.write('unread', { level: 'info', cause: code ?? 'unknown' }),
  };
}

/** Makes the context of a request available to its upstream calls. Must be registered before the routes. */
export function followOperations(server: FastifyInstance): void {
  server.addHook('preHandler', (request, _reply, done) => requestContext.run(getRequestContext(request), done));
}

function describeRequest(request: FastifyRequest, reply: FastifyReply, finished: FinishedRequest) {
  const { key, traceparent, reason, cause, isRefunded, upstreamMilliseconds, upstreamId } = getRequestContext(request);
  const { operation, status, milliseconds } = finished;
  const isFailed = status !== undefined && status >= 500;
  return {
    level: isFailed && reason !== 'caller' ? 'error' : 'info',
    id: request.id,
    trace: traceparent?.split('-')[1],
    client: request.ip,
    key: key ?? null,
    operation,
    method: request.method,
    status: status ?? null,
    ms: roundMilliseconds(milliseconds),
    received: readLength(request.headers['content-length']),
    bytes: readLength(reply.getHeader('content-length')),
    ...(reply.raw.writableFinished ? {} : { cut: true }),
    ...(upstreamMilliseconds === undefined ? {} : { upstreamMs: roundMilliseconds(upstreamMilliseconds) }),
    ...(upstreamId === undefined ? {} : { upstreamId }),
    ...(reason === undefined ? {} : { reason }),
    ...(isRefunded ? { refunded: true } : {}),
    ...(cause !== undefined || isFailed ? { cause: cause ?? 'unknown' } : {}),
  };
}

function roundMilliseconds(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

function readLength(header: unknown): number {
  const length = Number(header ?? 0);
  return Number.isSafeInteger(length) ? length : 0;
}

export interface UpstreamCall {
  readonly operation: keyof Upstream;
  readonly milliseconds: number;
  /** Undefined if the upstream could not be reached. */
  readonly status: number | undefined;
}

interface UpstreamWatch {
  readonly noteCall: (call: UpstreamCall) => void;
  /** The request waited for a turn in vain, so the upstream was not called. */
  readonly noteTurnedAway: (operation: keyof Upstream) => void;
}

export function observeUpstream(upstream: Upstream, watch: UpstreamWatch): Upstream {
  const observe = async <T>(operation: keyof Upstream, call: () => Promise<Result<T>>): Promise<Result<T>> => {
    const context = requestContext.getStore();
    const startedAt = performance.now();
    const result = await call();
    const milliseconds = performance.now() - startedAt;
    if (!result.ok && result.failure.kind === 'busy') watch.noteTurnedAway(operation);
    else watch.noteCall({ operation, milliseconds, status: readStatus(result) });
    if (!context) return result;
    context.upstreamMilliseconds = (context.upstreamMilliseconds ?? 0) + milliseconds;
    const id = readPlainName(result.ok ? result.correlationId : result.failure.correlationId);
    if (id !== undefined) context.upstreamId = id;
    if (!result.ok) context.cause = describeFailure(result.failure);
    return result;
  };
  return {
    list: (...args) => observe('list', () => upstream.list(...args)),
    batchRead: (...args) => observe('batchRead', () => upstream.batchRead(...args)),
    search: (...args) => observe('search', () => upstream.search(...args)),
  };
}

function readStatus(result: Result<unknown>): number | undefined {
  if (result.ok) return result.status ?? 200;
  return result.failure.kind === 'answered' ? result.failure.status : undefined;
}

/** Leaves out the upstream's message, which may quote the request. */
function describeFailure(failure: Extract<Result<unknown>, { readonly ok: false }>['failure']): string {
  if (failure.cause !== undefined) return `upstream: ${failure.cause}`;
  if (failure.kind !== 'answered') return `upstream: ${failure.kind}`;
  const { body, status } = failure;
  const category = typeof body === 'object' && body !== null && 'category' in body ? String(body.category) : '';
  return `upstream: answered ${status}${/^[A-Z_]{1,64}$/.test(category) ? ` ${category}` : ''}`;
}
