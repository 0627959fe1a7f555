/** An HTTP server that responds to everything, even to errors of HTTP itself, with the service's JSON. */
import type { Socket } from 'node:net';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { detailTexts as texts } from '#service-texts/service.ts';
import { describeFault, getRequestContext } from './log.ts';
import { createRequestId, type RequestWatch } from './operation/requests.ts';
import { createTransportError, unexpected, type ErrorResponse } from './errors.ts';

const BODY_BYTES = 1_048_576;
const URL_CHARACTERS = 16_000;
const HEADER_BYTES = 65_536;
const JSON_TYPE = 'application/json';

interface TransportOptions {
  /** Epoch milliseconds; the `Date` header of every answer. */
  readonly now: () => number;
  /** Receives errors that callers only see as 500. */
  readonly onFault?: ((fault: unknown) => void) | undefined;
  readonly watch: RequestWatch;
  readonly methods: Readonly<Record<string, string>>;
  readonly limits: ConnectionLimits;
  readonly trustedProxies?: readonly string[] | undefined;
  /** True once connections should close after their next response. */
  readonly isEnding: () => boolean;
  /** Also applies to unreadable addresses, because a caller without a key learns nothing else. */
  readonly refuseCaller: (request: FastifyRequest) => ErrorResponse | undefined;
}

/** Routes get JSON bodies as text, because the upstream limits the length of the caller's text. */
export function createTransport(options: TransportOptions): FastifyInstance {
  const { now, onFault, methods, watch, limits, refuseCaller, trustedProxies, isEnding } = options;
  const beginRequest = (request: FastifyRequest, reply: FastifyReply) => {
    watch.begin(request, reply);
    void reply.header('date', new Date(now()).toUTCString());
  };
  const server = fastify({
    bodyLimit: BODY_BYTES,
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: limits.requestMilliseconds,
    keepAliveTimeout: limits.idleMilliseconds,
    genReqId: createRequestId,
    trustProxy: trustedProxies?.length ? [...trustedProxies] : false,
    http: { maxHeaderSize: HEADER_BYTES, ...toServerOptions(limits) },
    frameworkErrors: (_error, request, reply) => {
      beginRequest(request, reply);
      send(reply, refuseCaller(request) ?? createTransportError(400, 'Bad Request', texts.badAddress));
    },
    clientErrorHandler: (error, socket) => {
      if (!socket.writable) return;
      watch.refuseUnread(error.code);
      endConnection(socket, toRawResponse(error));
    },
  });
  boundConnections(server, limits, isEnding);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(JSON_TYPE, { parseAs: 'string' }, (_request, body, done) => done(null, body));
  server.addHook('onRequest', (request, reply, done) => {
    beginRequest(request, reply);
    done();
  });
  server.setErrorHandler<FastifyError>((error, request, reply) => {
    const response = toErrorResponse(error);
    if (response.status >= 500) getRequestContext(request).cause = describeFault(error);
    if (response.status >= 500) onFault?.(error);
    return send(reply, response);
  });
  server.setNotFoundHandler((request, reply) => send(reply, refuseRoute(request, reply, methods)));
  return server;
}

/** @returns the error for an unacceptable request head; unknown paths are left to their handler. */
export function refuseHead(request: FastifyRequest): ErrorResponse | undefined {
  if (request.url.length > URL_CHARACTERS)
    return createTransportError(414, 'URI Too Long', texts.addressTooLong(URL_CHARACTERS));
  if (request.is404 || request.method !== 'POST') return undefined;
  const { headers } = request;
  const length = headers['content-length'];
  const transfer = headers['transfer-encoding'];
  if (isEncoded(headers['content-encoding'], 'identity') || isEncoded(transfer, 'chunked'))
    return createTransportError(415, 'Unsupported Media Type', texts.encodedBody);
  if (Number(length ?? 0) > BODY_BYTES) return refuseByHttp(413);
  const isEmpty = transfer === undefined && Number(length ?? 0) === 0;
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  return type === JSON_TYPE || (isEmpty && type === undefined) ? undefined : refuseByHttp(415);
}

function isEncoded(encoding: string | undefined, plain: string): boolean {
  return encoding !== undefined && encoding.trim().toLowerCase() !== plain;
}

export async function listenAt(server: FastifyInstance, host: string, port: number): Promise<string> {
  await server.listen({ host, port });
  const address = server.server.address();
  if (!address || typeof address === 'string') throw new TypeError('The service listens on no port');
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

export function send(reply: FastifyReply, response: ErrorResponse): FastifyReply {
  const context = getRequestContext(reply.request);
  if (response.cause !== undefined) context.cause ??= response.cause;
  context.reason = response.reason;
  return sendJson(reply.code(response.status).headers({ ...response.headers }), response.body);
}

/** @param resultBytes JSON bytes that replace the body's empty `results`; decoding and encoding them would cost more than everything else. */
export function sendJson(reply: FastifyReply, body: object, resultBytes?: Buffer): FastifyReply {
  const text = JSON.stringify(body);
  void reply.type('application/json; charset=utf-8');
  if (!resultBytes) return reply.send(text);
  const [before = '', after = ''] = text.split('"results":[]');
  const parts = [Buffer.from(`${before}"results":`), resultBytes, Buffer.from(after)];
  return reply.send(Buffer.concat(parts));
}

/** Writes the response to a request that Node cannot parse and that therefore has no key to check. */
function toRawResponse({ code }: { readonly code?: string }): string {
  const response = refuseByHttp(unreadRequests[code ?? ''] ?? 400, texts.noHttp);
  const body = JSON.stringify(response.body);
  const headers = [
    `HTTP/1.1 ${response.status} ${response.body.error}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
  ];
  return [...headers, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n');
}

const unreadRequests: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

const refusedByHttp: Readonly<Record<number, readonly [error: string, details: string]>> = {
  400: ['Bad Request', texts.unreadable],
  408: ['Request Timeout', texts.tooSlow],
  413: ['Payload Too Large', texts.bodyTooLarge(BODY_BYTES)],
  415: ['Unsupported Media Type', texts.notJsonType(JSON_TYPE)],
  431: ['Request Header Fields Too Large', texts.headTooLarge(HEADER_BYTES)],
};

function refuseByHttp(status: number, unreadable: string = texts.unreadable): ErrorResponse {
  const [error = 'Bad Request', details = unreadable] = refusedByHttp[status] ?? [];
  return createTransportError(status, error, status === 400 ? unreadable : details);
}

function toErrorResponse({ statusCode = 500 }: FastifyError): ErrorResponse {
  return statusCode in refusedByHttp ? refuseByHttp(statusCode) : unexpected;
}

function refuseRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  methods: TransportOptions['methods'],
): ErrorResponse {
  const path = request.url.split('?')[0] ?? '';
  const allowed = Object.hasOwn(methods, path) ? methods[path] : undefined;
  if (allowed === undefined) return createTransportError(404, 'Not Found', texts.notFound);
  void reply.header('allow', allowed);
  return createTransportError(405, 'Method Not Allowed', texts.onlyMethod(allowed));
}

export interface ConnectionLimits {
  /** Further concurrent connections are closed unread. */
  readonly connections: number;
  /** From the start of a connection, or the first byte of a later request, to the end of the request's head. */
  readonly headMilliseconds: number;
  /** The same, to the end of the request's body. */
  readonly requestMilliseconds: number;
  readonly idleMilliseconds: number;
  /** From the start of a response until the caller has read all of it. */
  readonly responseMilliseconds: number;
  readonly drainMilliseconds: number;
}

const defaultLimits: ConnectionLimits = {
  connections: 1_000,
  headMilliseconds: 15_000,
  requestMilliseconds: 30_000,
  idleMilliseconds: 30_000,
  responseMilliseconds: 30_000,
  drainMilliseconds: 2_000,
};

/** A refused connection has this time to read the refusal. */
const FAREWELL_MILLISECONDS = 1_000;
const MAX_BETWEEN_CHECKS = 1_000;

export function completeLimits(overrides: Partial<ConnectionLimits> = {}): ConnectionLimits {
  return { ...defaultLimits, ...overrides };
}

function toServerOptions(limits: ConnectionLimits) {
  const shortestLimit = Math.min(limits.headMilliseconds, limits.requestMilliseconds);
  return {
    headersTimeout: limits.headMilliseconds,
    // With Node's default of 30 seconds, a slow caller could stay connected for twice the limit.
    connectionsCheckingInterval: Math.min(MAX_BETWEEN_CHECKS, Math.ceil(shortestLimit / 4)),
  };
}

function boundConnections(server: FastifyInstance, limits: ConnectionLimits, isEnding: () => boolean): void {
  server.server.maxConnections = limits.connections;
  server.addHook('onSend', (request, reply, _payload, done) => {
    // A kept connection would delay the shutdown.
    if (!server.server.listening || isEnding()) void reply.header('connection', 'close');
    const timeout = setTimeout(() => request.raw.socket.destroy(), limits.responseMilliseconds).unref();
    reply.raw.once('close', () => clearTimeout(timeout));
    done();
  });
}

/** Ends a connection with a last text, even if the caller keeps its side open. */
function endConnection(socket: Socket, text: string): void {
  if (!socket.writable) return;
  socket.end(text);
  const timeout = setTimeout(() => socket.destroy(), FAREWELL_MILLISECONDS).unref();
  socket.once('close', () => clearTimeout(timeout));
}

/** Stops accepting connections and finishes requests in progress, up to the time limit. */
export async function drainConnections(server: FastifyInstance, limits: ConnectionLimits): Promise<void> {
  const timeout = setTimeout(() => server.server.closeAllConnections(), limits.drainMilliseconds);
  try {
    await server.close();
  } finally {
    clearTimeout(timeout);
  }
}
