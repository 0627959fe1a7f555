/** A bare HTTP server whose every answer, the errors of HTTP itself included, is the service's JSON. */
import { detailTexts as texts } from '#service-texts/refusals.ts';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { describeFault } from './log/fault-text.ts';
import { readNotes } from './log/notes.ts';
import { createRequestId, type RequestWatch } from './operation/requests.ts';
import { transportRefusal, unexpected, type Refused } from './refusals.ts';

const BODY_BYTES = 1_048_576;
const URL_CHARACTERS = 16_000;
const HEADER_BYTES = 65_536;

export interface TransportOptions {
  /** Epoch milliseconds; the `Date` header of every answer. */
  readonly now: () => number;
  /** Called with errors that a caller only sees as 500. */
  readonly onFault?: ((fault: unknown) => void) | undefined;
  readonly watch: RequestWatch;
  /** The one method of each path. */
  readonly methods: Readonly<Record<string, string>>;
}

/** JSON bodies reach the routes as text: the upstream has a limit on what the caller wrote. */
export function openTransport({ now, onFault, methods, watch }: TransportOptions): FastifyInstance {
  const server = fastify({
    bodyLimit: BODY_BYTES,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    requestTimeout: 30_000,
    genReqId: createRequestId,
    http: { maxHeaderSize: HEADER_BYTES },
    frameworkErrors: (_error, request, reply) => {
      watch.begin(request, reply);
      send(reply, transportRefusal(400, 'Bad Request', texts.badAddress));
    },
    clientErrorHandler: (error, socket) => {
      watch.refuseUnread(error.code);
      if (socket.writable) socket.end(rawBadRequest());
    },
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  server.addHook('onRequest', (request, reply, done) => {
    watch.begin(request, reply);
    void reply.header('date', new Date(now()).toUTCString());
    if (request.url.length <= URL_CHARACTERS) return done();
    send(reply, transportRefusal(414, 'URI Too Long', texts.addressTooLong(URL_CHARACTERS)));
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

/** @returns the address listened on, without a trailing slash. */
export async function listenOnLoopback(server: FastifyInstance, port: number): Promise<string> {
  await server.listen({ host: '127.0.0.1', port });
  const address = server.server.address();
  if (!address || typeof address === 'string') throw new TypeError('The service listens on no port');
  return `http://127.0.0.1:${address.port}`;
}

export function send(reply: FastifyReply, refused: Refused): FastifyReply {
  const notes = readNotes(reply.request);
  if (refused.cause !== undefined) notes.cause ??= refused.cause;
  return sendJson(reply.code(refused.status).headers({ ...refused.headers }), refused.body);
}

export function sendJson(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

function rawBadRequest(): string {
  const body = JSON.stringify({ error: 'Bad Request', details: texts.noHttp });
  const heads = ['HTTP/1.1 400 Bad Request', 'Connection: close', 'Content-Type: application/json; charset=utf-8'];
  return [...heads, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n');
}

const refusedByHttp: Readonly<Record<number, readonly [error: string, details: string]>> = {
  400: ['Bad Request', texts.unreadable],
  413: ['Payload Too Large', texts.bodyTooLarge(BODY_BYTES)],
  415: ['Unsupported Media Type', texts.notJsonType('application/json')],
};

function transportError({ statusCode = 500 }: FastifyError): Refused {
  const known = refusedByHttp[statusCode];
  return known ? transportRefusal(statusCode, ...known) : unexpected;
}

function noRoute(request: FastifyRequest, reply: FastifyReply, methods: TransportOptions['methods']): Refused {
  const path = request.url.split('?')[0] ?? '';
  const allowed = Object.hasOwn(methods, path) ? methods[path] : undefined;
  if (allowed === undefined) return transportRefusal(404, 'Not Found', texts.notFound);
  void reply.header('allow', allowed);
  return transportRefusal(405, 'Method Not Allowed', texts.onlyMethod(allowed));
}
