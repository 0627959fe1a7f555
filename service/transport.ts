/** A bare HTTP server whose every answer, the errors of HTTP itself included, is the service's JSON. */
import { detailTexts as texts } from '#service-texts/refusals.ts';
import type { ServerOptions } from 'node:http';
import { Server as TlsServer } from 'node:tls';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { boundConnections, endConnection, toServerOptions, type ConnectionLimits } from './front/connections.ts';
import { describeFault } from './log/fault-text.ts';
import { readNotes } from './log/notes.ts';
import type { Certificate } from './operation/certificate.ts';
import { createRequestId, type RequestWatch } from './operation/requests.ts';
import { transportRefusal, unexpected, type Refused } from './refusals.ts';

const BODY_BYTES = 1_048_576;
const URL_CHARACTERS = 16_000;
const HEADER_BYTES = 65_536;
const JSON_TYPE = 'application/json';

export interface TransportOptions {
  /** Epoch milliseconds; the `Date` header of every answer. */
  readonly now: () => number;
  /** Called with errors that a caller only sees as 500. */
  readonly onFault?: ((fault: unknown) => void) | undefined;
  readonly watch: RequestWatch;
  /** Absent: plain HTTP. */
  readonly certificate?: Certificate | undefined;
  /** The methods of each path, as `Allow` tells them. */
  readonly methods: Readonly<Record<string, string>>;
  readonly limits: ConnectionLimits;
  /** Asked where an address cannot be read, too: without a key a caller learns nothing else. */
  readonly refuseCaller: (request: FastifyRequest) => Refused | undefined;
}

/** JSON bodies reach the routes as text: the upstream has a limit on what the caller wrote. */
export function openTransport(options: TransportOptions): FastifyInstance {
  const { now, onFault, methods, watch, limits, refuseCaller, certificate } = options;
  const begin = (request: FastifyRequest, reply: FastifyReply) => {
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
    ...overTls({ maxHeaderSize: HEADER_BYTES, ...toServerOptions(limits) }, certificate),
    frameworkErrors: (_error, request, reply) => {
      begin(request, reply);
      send(reply, refuseCaller(request) ?? transportRefusal(400, 'Bad Request', texts.badAddress));
    },
    clientErrorHandler: (error, socket) => {
      if (!socket.writable) return;
      watch.refuseUnread(error.code);
      endConnection(socket, toRawAnswer(error));
    },
  });
  boundConnections(server, limits);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(JSON_TYPE, { parseAs: 'string' }, (_request, body, done) => done(null, body));
  server.addHook('onRequest', (request, reply, done) => {
    begin(request, reply);
    done();
  });
  server.setErrorHandler<FastifyError>((error, request, reply) => {
    const refused = transportError(error);
    if (refused.status >= 500) readNotes(request).cause = describeFault(error);
    if (refused.status >= 500) onFault?.(error);
    return send(reply, refused);
  });
  server.setNotFoundHandler((request, reply) => send(reply, noRoute(request, reply, methods)));
  return server;
}

/** @returns why HTTP itself refuses a request, as far as its head tells; an unknown address is left to its handler. */
export function refuseHead(request: FastifyRequest): Refused | undefined {
  if (request.url.length > URL_CHARACTERS)
    return transportRefusal(414, 'URI Too Long', texts.addressTooLong(URL_CHARACTERS));
  if (request.is404 || request.method !== 'POST') return undefined;
  const { headers } = request;
  const length = headers['content-length'];
  const transfer = headers['transfer-encoding'];
  if (isEncoded(headers['content-encoding'], 'identity') || isEncoded(transfer, 'chunked'))
    return transportRefusal(415, 'Unsupported Media Type', texts.encodedBody);
  if (Number(length ?? 0) > BODY_BYTES) return refuseByHttp(413);
  const isEmpty = transfer === undefined && Number(length ?? 0) === 0;
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  return type === JSON_TYPE || (isEmpty && type === undefined) ? undefined : refuseByHttp(415);
}

function isEncoded(encoding: string | undefined, plain: string): boolean {
  return encoding !== undefined && encoding.trim().toLowerCase() !== plain;
}

/** HTTPS with the same limits where there is a certificate; the types of the framework tell both apart where nothing here does. */
function overTls(limits: ServerOptions, certificate: Certificate | undefined): { http: ServerOptions } {
  if (!certificate) return { http: limits };
  const https = { ...limits, ...certificate, minVersion: 'TLSv1.2' };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the framework takes either
  return { https } as unknown as { http: ServerOptions };
}

/** New connections get the new certificate; those that are open keep theirs. */
export function renewCertificate(server: FastifyInstance, certificate: Certificate): void {
  const listener: unknown = server.server;
  if (listener instanceof TlsServer) listener.setSecureContext({ ...certificate, minVersion: 'TLSv1.2' });
}

/** @returns the address listened on, without a trailing slash. */
export async function listenAt(server: FastifyInstance, host: string, port: number): Promise<string> {
  await server.listen({ host, port });
  const address = server.server.address();
  if (!address || typeof address === 'string') throw new TypeError('The service listens on no port');
  const scheme = server.server instanceof TlsServer ? 'https' : 'http';
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

export function send(reply: FastifyReply, refused: Refused): FastifyReply {
  const notes = readNotes(reply.request);
  if (refused.cause !== undefined) notes.cause ??= refused.cause;
  return sendJson(reply.code(refused.status).headers({ ...refused.headers }), refused.body);
}

export function sendJson(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** What Node's server could not read as a request has no key to look at. */
function toRawAnswer({ code }: { readonly code?: string }): string {
  const refused = refuseByHttp(unreadRequests[code ?? ''] ?? 400, texts.noHttp);
  const body = JSON.stringify(refused.body);
  const heads = [
    `HTTP/1.1 ${refused.status} ${refused.body.error}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
  ];
  return [...heads, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n');
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

function refuseByHttp(status: number, unreadable: string = texts.unreadable): Refused {
  const [error = 'Bad Request', details = unreadable] = refusedByHttp[status] ?? [];
  return transportRefusal(status, error, status === 400 ? unreadable : details);
}

function transportError({ statusCode = 500 }: FastifyError): Refused {
  return statusCode in refusedByHttp ? refuseByHttp(statusCode) : unexpected;
}

function noRoute(request: FastifyRequest, reply: FastifyReply, methods: TransportOptions['methods']): Refused {
  const path = request.url.split('?')[0] ?? '';
  const allowed = Object.hasOwn(methods, path) ? methods[path] : undefined;
  if (allowed === undefined) return transportRefusal(404, 'Not Found', texts.notFound);
  void reply.header('allow', allowed);
  return transportRefusal(405, 'Method Not Allowed', texts.onlyMethod(allowed));
}
