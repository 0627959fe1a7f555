/** Bounds on connections: how many there are, how long each may keep the service waiting, and how they end with it. */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export interface ConnectionLimits {
  /** Connections at once; further ones are closed unread. */
  readonly connections: number;
  /** From a connection's beginning, or a later request's first byte, to the end of the request's head. */
  readonly headMilliseconds: number;
  /** The same to the end of its body. */
  readonly requestMilliseconds: number;
  /** Between two requests of a connection. */
  readonly idleMilliseconds: number;
  /** From the beginning of an answer until the caller has taken all of it. */
  readonly answerMilliseconds: number;
  /** How long `close` waits for requests that are being answered. */
  readonly drainMilliseconds: number;
}

const defaults: ConnectionLimits = {
  connections: 1_000,
  headMilliseconds: 15_000,
  requestMilliseconds: 30_000,
  idleMilliseconds: 30_000,
  answerMilliseconds: 30_000,
  drainMilliseconds: 2_000,
};

/** How long a refused connection has to read the refusal before it is destroyed. */
const FAREWELL_MILLISECONDS = 1_000;
const MOST_BETWEEN_CHECKS = 1_000;

export function completeLimits(given: Partial<ConnectionLimits> = {}): ConnectionLimits {
  return { ...defaults, ...given };
}

/** @returns the limits as the HTTP server takes them when it is created. */
export function toServerOptions(limits: ConnectionLimits) {
  const least = Math.min(limits.headMilliseconds, limits.requestMilliseconds);
  return {
    headersTimeout: limits.headMilliseconds,
    // Of TLS, where there is any.
    handshakeTimeout: limits.headMilliseconds,
    // Node's own interval of 30 seconds lets a slow caller stay for twice the time.
    connectionsCheckingInterval: Math.min(MOST_BETWEEN_CHECKS, Math.ceil(least / 4)),
  };
}

export function boundConnections(server: FastifyInstance, limits: ConnectionLimits): void {
  server.server.maxConnections = limits.connections;
  server.addHook('onSend', (request, reply, _payload, done) => {
    // A connection that lives on would hold up the end of the service.
    if (!server.server.listening) void reply.header('connection', 'close');
    const late = setTimeout(() => request.raw.socket.destroy(), limits.answerMilliseconds).unref();
    reply.raw.once('close', () => clearTimeout(late));
    done();
  });
}

/** Ends a connection with a last text. A caller that keeps its own side open does not keep ours. */
export function endConnection(socket: Socket, text: string): void {
  if (!socket.writable) return;
  socket.end(text);
  const late = setTimeout(() => socket.destroy(), FAREWELL_MILLISECONDS).unref();
  socket.once('close', () => clearTimeout(late));
}

/** Takes no new connection, answers what was asked already, and cuts only what takes longer than the limit. */
export async function drain(server: FastifyInstance, limits: ConnectionLimits): Promise<void> {
  const late = setTimeout(() => server.server.closeAllConnections(), limits.drainMilliseconds);
  try {
    await server.close();
  } finally {
    clearTimeout(late);
  }
}
