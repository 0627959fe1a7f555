/** The browser host's server: listens only on loopback, and serves clients without a session only the empty page. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { callSchema } from '#contract/api.ts';
import { AppFailure } from '#contract/errors.ts';
import type { AppEvent } from '#contract/events.ts';
import { fileTypes, findExportFormat } from '#domain/export-formats.ts';
import type { App } from '#electron/app/app.ts';
import { securityHeaders, type Page } from '#electron/host/ui-files.ts';
import { hosts } from '#texts/hosts/hosts.ts';
import { DOWNLOADS, type Downloads } from './downloads.ts';
import type { Sessions } from './sessions.ts';
import { UPLOAD, type Uploads } from './uploads.ts';

export const SESSION_HEADER = 'x-timelog-session';
const LOOPBACK = '127.0.0.1';
const KEEP_ALIVE_MILLISECONDS = 20_000;
/** A page's longest request is a list of pasted ids. */
const MAX_CALL_BYTES = 1024 * 1024;
/** Enough for many pages: each has an event stream, and a browser opens at most six connections to one origin. */
const MAX_CONNECTIONS = 256;
/**
 * The time from the start of a connection, or the first byte of a later request, to the end of the request's header. It also
 * runs while this process is too busy to read, so it is longer than a first start on a loaded machine.
 */
const HEADER_MILLISECONDS = 30_000;
/** The same, but up to the end of the request's body, which may be a complete workspace. */
const REQUEST_MILLISECONDS = 60_000;
/** A page without a session may send a token and nothing else. */
const MAX_EXCHANGE_BYTES = 1024;

const exchangeSchema = z.strictObject({ token: z.string() });

export interface BrowserServerOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly app: Pick<App, 'call'>;
  readonly page: Page;
  readonly sessions: Sessions;
  readonly downloads: Downloads;
  readonly uploads: Uploads;
  readonly headerMilliseconds?: number;
}

export interface BrowserServer {
  /** `http://127.0.0.1:port`. */
  readonly origin: string;
  broadcast(event: AppEvent): void;
  close(): Promise<void>;
}

/** @throws AppFailure `usage` when the port is taken. */
export async function startBrowserServer(options: BrowserServerOptions): Promise<BrowserServer> {
  const streams = new Set<ServerResponse>();
  let origin = '';
  const { headerMilliseconds = HEADER_MILLISECONDS } = options;
  const server = createServer(
    {
      requestTimeout: REQUEST_MILLISECONDS,
      headersTimeout: headerMilliseconds,
      // Node's default interval of 30 seconds would leave an incomplete header open for twice the limit.
      connectionsCheckingInterval: headerMilliseconds / 10,
      maxHeaderSize: 16_384,
    },
    (request, response) => {
      answer({ ...options, origin, streams }, request, response).catch(() => {
        if (response.headersSent) response.destroy();
        else refuse(response, 500);
      });
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  await listen(server, options.port);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  origin = `http://${LOOPBACK}:${address.port}`;
  const keepAlive = setInterval(() => write(streams, ': still here\n\n'), KEEP_ALIVE_MILLISECONDS);
  return {
    origin,
    broadcast: (event) => write(streams, `data: ${JSON.stringify(event)}\n\n`),
    async close() {
      clearInterval(keepAlive);
      for (const stream of streams) stream.end();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

interface Context extends BrowserServerOptions {
  readonly origin: string;
  readonly streams: Set<ServerResponse>;
}

async function answer(context: Context, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // If there were two Host headers, Node would read the first and ignore the other.
  if ((request.headersDistinct['host']?.length ?? 0) > 1) return refuse(response, 400);
  // DNS rebinding leaves the foreign name in Host, so only requests to the address itself are served.
  if (`http://${request.headers.host}` !== context.origin) return refuse(response, 403);
  if (!request.url?.startsWith('/')) return refuse(response, 400);
  const { pathname, searchParams } = new URL(request.url, context.origin);
  if (!pathname.startsWith('/api/')) return answerPage(context, request, response, pathname);
  if (!isFromOwnPage(context.origin, request)) return refuse(response, 403);
  if (pathname.startsWith(DOWNLOADS))
    return answerDownload(context, request, response, pathname.slice(DOWNLOADS.length));
  if (pathname === '/api/session') return answerSession(context, request, response);

  const secret = request.headers[SESSION_HEADER];
  if (typeof secret !== 'string' || !context.sessions.hasSession(secret)) return refuse(response, 401);
  if (pathname === '/api/call') return answerCall(context, request, response);
  if (pathname === UPLOAD) return answerUpload(context, request, response, searchParams.get('name'));
  if (pathname === '/api/events') return answerEvents(context, request, response);
  return refuse(response, 404);
}

/** Browsers send Origin with every POST and Sec-Fetch-Site with every request, and other pages cannot forge them. */
function isFromOwnPage(ownOrigin: string, { method, headers }: IncomingMessage): boolean {
  const { origin } = headers;
  if (origin === undefined ? method !== 'GET' : origin !== ownOrigin) return false;
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin';
}

async function answerPage({ page }: Context, request: IncomingMessage, response: ServerResponse, pathname: string) {
  if (request.method !== 'GET') return refuse(response, 405);
  const file = await page.file(pathname);
  if (!file) return refuse(response, 404);
  response.writeHead(200, { ...file.headers }).end(file.body);
}

async function answerSession({ sessions }: Context, request: IncomingMessage, response: ServerResponse) {
  const exchange = await readPostedBody(request, response, exchangeSchema, MAX_EXCHANGE_BYTES);
  if (!exchange) return;
  const secret = sessions.exchange(exchange.token);
  if (secret === undefined) return refuse(response, 401);
  sendJson(response, { secret });
}

async function answerCall({ app }: Context, request: IncomingMessage, response: ServerResponse) {
  const call = await readPostedBody(request, response, callSchema, MAX_CALL_BYTES);
  if (!call) return;
  const { method, input, ticket, look, asKnown } = call;
  // A page that is closed does not cancel its calls, so the server does.
  response.once('close', () => {
    if (ticket !== undefined && !response.writableFinished) void app.call('question.leave', { ticket });
  });
  sendJson(response, await app.call(method, input, ticket, look, asKnown));
}

const uploadStatus = { kept: 204, refused: 400, 'too-large': 413, 'disk-full': 507 } as const;

/** Guards an upload like a call: by token, Origin, and a content type that a form on a different page cannot send. */
async function answerUpload(
  { uploads }: Context,
  request: IncomingMessage,
  response: ServerResponse,
  name: string | null,
) {
  if (request.method !== 'POST') return refuse(response, 405);
  if (request.headers['content-type'] !== 'application/octet-stream') return refuse(response, 415);
  const status = uploadStatus[await uploads.receive(request, name ?? undefined)];
  if (status !== 204) return refuse(response, status);
  response.writeHead(204, { ...securityHeaders }).end();
}

function answerEvents({ streams }: Context, request: IncomingMessage, response: ServerResponse) {
  if (request.method !== 'GET') return refuse(response, 405);
  response.writeHead(200, { ...securityHeaders, 'content-type': 'text/event-stream' }).flushHeaders();
  streams.add(response);
  response.on('close', () => streams.delete(response));
}

/** The id in the address is the permission, because a browser's download carries none of the page's headers. */
async function answerDownload({ downloads }: Context, request: IncomingMessage, response: ServerResponse, id: string) {
  if (request.method !== 'GET') return refuse(response, 405);
  const download = await downloads.take(id);
  if (!download) return refuse(response, 404);
  const format = findExportFormat(download.name);
  const disposition = download.opensInTab ? 'inline' : 'attachment';
  response.writeHead(200, {
    ...securityHeaders,
    'content-type': format ? fileTypes[format].mediaType : 'application/octet-stream',
    'content-length': download.bytes,
    // A page that is shown here could otherwise act as the program's own; a sandbox would keep the browser from showing a PDF.
    ...(download.opensInTab &&
      format !== 'pdf' && { 'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'" }),
    'content-disposition': `${disposition}; filename="${download.name.replaceAll(/[^\w.-]/g, '_')}"`,
  });
  await pipeline(download.open(), response);
}

/** @returns undefined after the request was refused. */
async function readPostedBody<T>(
  request: IncomingMessage,
  response: ServerResponse,
  schema: z.ZodType<T>,
  maxBytes: number,
): Promise<T | undefined> {
  if (request.method !== 'POST') return refuse(response, 405);
  // A form on a different page can post, but not with this type: the browser would ask this server first.
  if (request.headers['content-type'] !== 'application/json') return refuse(response, 415);
  const body = await readJson(request, maxBytes);
  if (!body.ok) return refuse(response, body.status);
  const parsed = schema.safeParse(body.value);
  return parsed.success ? parsed.data : refuse(response, 400);
}

function refuse(response: ServerResponse, status: number): undefined {
  // The rest of a refused body is not read.
  response.writeHead(status, { ...securityHeaders, connection: 'close' }).end();
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { ...securityHeaders, 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function write(streams: Iterable<ServerResponse>, text: string): void {
  for (const stream of streams) stream.write(text);
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const isTaken = cause.code === 'EADDRINUSE' || cause.code === 'EACCES';
      const detail = hosts.portTaken(port);
      reject(isTaken ? new AppFailure({ code: 'usage', detail }, { cause }) : cause);
    });
    server.listen({ host: LOOPBACK, port }, () => resolve());
  });
}

type JsonBody = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly status: 400 | 413 };

/**
 * Reads a JSON body up to a limit and clears the buffers afterwards: a body may carry the API key.
 * @param maxBytes the limit; a larger body is refused, unread when the request declares its length
 */
export async function readJson(
  request: Pick<IncomingMessage, 'headers'> & AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<JsonBody> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return { ok: false, status: 413 };
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxBytes) return { ok: false, status: 413 };
    }
    const body = Buffer.concat(chunks);
    chunks.push(body);
    return { ok: true, value: JSON.parse(body.toString('utf8')) };
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, status: 400 };
    throw error;
  } finally {
    for (const chunk of chunks) chunk.fill(0);
  }
}
