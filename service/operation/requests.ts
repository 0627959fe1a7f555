/** Watches requests from their head to the end of their answer: a line of the log for each, and the id it goes by. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../log/log.ts';
import { readNotes, running } from '../log/notes.ts';

const REQUEST_ID_HEADER = 'x-request-id';

/** Chosen here and never by the caller, whose words could be a key. */
export const createRequestId = (): string => randomUUID();

export interface RequestWatch {
  /** Must be called once for each request, before anything can answer it. */
  readonly begin: (request: FastifyRequest, reply: FastifyReply) => void;
  /** What could not be read as a request. */
  readonly refuseUnread: (code: string | undefined) => void;
}

export interface FinishedRequest {
  readonly operation: string;
  /** Undefined: nothing was answered. */
  readonly status: number | undefined;
  readonly milliseconds: number;
}

/** @param operations the name of each operation by method and path. */
export function watchRequests(
  log: Log,
  operations: ReadonlyMap<string, string>,
  onFinished?: (finished: FinishedRequest) => void,
): RequestWatch {
  return {
    begin(request, reply) {
      const began = performance.now();
      void reply.header(REQUEST_ID_HEADER, request.id);
      reply.raw.once('close', () => {
        const milliseconds = performance.now() - began;
        const operation = operations.get(`${request.method} ${request.routeOptions.url}`) ?? 'none';
        const status = reply.raw.headersSent ? reply.raw.statusCode : undefined;
        log.write('request', describeRequest(request, reply, { operation, status, milliseconds }));
        onFinished?.({ operation, status, milliseconds });
      });
    },
    refuseUnread: (code) => log.write('unread', { level: 'info', cause: code ?? 'unknown' }),
  };
}

/** Lets what an operation calls find the notes of its request. Must be registered before the routes. */
export function followOperations(server: FastifyInstance): void {
  server.addHook('preHandler', (request, _reply, done) => running.run(readNotes(request), done));
}

function describeRequest(request: FastifyRequest, reply: FastifyReply, finished: FinishedRequest) {
  const { key, cause, upstreamMilliseconds, upstreamId } = readNotes(request);
  const { operation, status, milliseconds } = finished;
  const isFailed = status !== undefined && status >= 500;
  return {
    level: isFailed ? 'error' : 'info',
    id: request.id,
    key: key ?? null,
    operation,
    method: request.method,
    status: status ?? null,
    ms: round(milliseconds),
    received: readLength(request.headers['content-length']),
    bytes: readLength(reply.getHeader('content-length')),
    ...(reply.raw.writableFinished ? {} : { cut: true }),
    ...(upstreamMilliseconds === undefined ? {} : { upstreamMs: round(upstreamMilliseconds) }),
    ...(upstreamId === undefined ? {} : { upstreamId }),
    ...(cause !== undefined || isFailed ? { cause: cause ?? 'unknown' } : {}),
  };
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

function readLength(header: unknown): number {
  const length = Number(header ?? 0);
  return Number.isSafeInteger(length) ? length : 0;
}
