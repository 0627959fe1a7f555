/** Injects failures at the service's front, by seed, for tests of clients. Off by default. */
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { busy, shortLimit, unexpected, type Refused } from './refusals.ts';
import { Random } from './random.ts';
import { send } from './transport.ts';

/**
 * `drop`: the connection is reset before the request is counted; `reset`: after it was answered, with nothing sent;
 * `cut`: the answer ends in its middle; `wrongJson`: another body than the interface's; `stall`: no answer for a long time.
 */
export const faultKinds = ['drop', 'stall', 'busy', 'error', 'shortLimit', 'reset', 'cut', 'wrongJson'] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface FaultOptions {
  /** The n-th request meets the same fault at every run. 1 by default. */
  readonly seed?: number;
  /** The share of requests, 0 to 1, with each kind of fault; a request has at most one, so that they add up to 1 or less. */
  readonly rates?: Partial<Readonly<Record<FaultKind, number>>>;
  /** Added to every request's own work. */
  readonly latencyMilliseconds?: number;
  /** At most this much more, drawn for each request. */
  readonly jitterMilliseconds?: number;
  /** How long a stalled request waits before it is answered after all; 60 seconds by default. */
  readonly stallMilliseconds?: number;
}

export interface Faults {
  /** How many requests had which fault so far. */
  readonly met: Readonly<Record<FaultKind, number>>;
  /** Requests seen so far. */
  readonly seen: number;
  /** From the next request on; the count of requests starts anew. */
  plan(options: FaultOptions): void;
}

interface Fate {
  readonly kind: FaultKind | undefined;
  readonly latency: number;
  readonly stall: number;
  /** Chooses between the forms of a fault. */
  readonly dice: number;
}

const STALL_MILLISECONDS = 60_000;
const INJECTED = 'an injected fault';
const RETRY_SECONDS = '1';

/** Must be registered before the guard: a dropped connection costs nothing. */
export function addFaults(server: FastifyInstance, options: FaultOptions): Faults {
  let planned = options;
  let sincePlanned = 0;
  let seen = 0;
  const met = noneMet();
  const fates = new WeakMap<FastifyRequest, Fate>();
  server.addHook('onRequest', (request, reply, done) => {
    const fate = drawFate(planned, sincePlanned);
    seen += 1;
    sincePlanned += 1;
    fates.set(request, fate);
    if (fate.kind) met[fate.kind] += 1;
    if (fate.kind !== 'drop') return done();
    hangUp(request, reply);
  });
  server.addHook('preHandler', async (request, reply) => {
    const fate = fates.get(request);
    if (!fate) return undefined;
    const duration = fate.latency + (fate.kind === 'stall' ? fate.stall : 0);
    if (duration > 0) await patience(duration, request);
    const refused = refusals[fate.kind ?? 'drop'];
    return refused ? send(reply, refused) : undefined;
  });
  server.addHook<string>('onSend', (request, reply, payload, done) => {
    const fate = fates.get(request);
    if (fate?.kind === 'reset') return hangUp(request, reply);
    if (fate?.kind === 'wrongJson') return done(null, wrongBody(fate.dice, payload));
    if (fate?.kind !== 'cut') return done(null, payload);
    if (fate.dice % 2 === 0) void reply.header('content-length', Buffer.byteLength(payload));
    done(null, cut(payload));
  });
  return {
    met,
    get seen() {
      return seen;
    },
    plan(next) {
      planned = next;
      sincePlanned = 0;
    },
  };
}

function noneMet(): Record<FaultKind, number> {
  return { drop: 0, stall: 0, busy: 0, error: 0, shortLimit: 0, reset: 0, cut: 0, wrongJson: 0 };
}

const refusals: Partial<Readonly<Record<FaultKind, Refused>>> = {
  busy: { ...busy, cause: INJECTED },
  error: { ...unexpected, cause: INJECTED },
  shortLimit: shortLimit(RETRY_SECONDS),
};

/** Drawn from the request's number alone: earlier draws do not change it. */
function drawFate(options: FaultOptions, number: number): Fate {
  const random = new Random(options.seed ?? 1, `request ${number}`);
  let left = random.fraction();
  const kind = faultKinds.find((each) => {
    left -= options.rates?.[each] ?? 0;
    return left < 0;
  });
  const latency =
    (options.latencyMilliseconds ?? 0) + Math.floor(random.fraction() * (options.jitterMilliseconds ?? 0));
  return { kind, latency, stall: options.stallMilliseconds ?? STALL_MILLISECONDS, dice: random.between(0, 999) };
}

function hangUp(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  request.raw.socket.resetAndDestroy();
}

/** Waits, but not for a caller that has disconnected. */
async function patience(milliseconds: number, request: FastifyRequest): Promise<void> {
  const { socket } = request.raw;
  const gone = new AbortController();
  const leave = () => gone.abort();
  socket.once('close', leave);
  try {
    await wait(milliseconds, undefined, { signal: gone.signal });
  } catch {
    // The caller has disconnected.
  } finally {
    socket.off('close', leave);
  }
}

/** The first half, then the connection breaks: before the announced length, or inside a chunk. */
function cut(payload: string): Readable {
  const half = Buffer.from(payload).subarray(0, Math.ceil(Buffer.byteLength(payload) / 2));
  let sent = false;
  return new Readable({
    read() {
      if (!sent) this.push(half);
      else setImmediate(() => this.destroy(new Error('cut')));
      sent = true;
    },
  });
}

/** Complete HTTP answers that are not what the interface promises. */
function wrongBody(dice: number, payload: string): string {
  const forms = [
    payload.slice(0, Math.floor(payload.length / 2)),
    '<html><body>Service is being updated</body></html>',
    '[]',
    '{"results":{"0":{}},"total":"many"}',
    '{"results":[{"properties":{}}],"total":1}',
    '',
  ];
  return forms[dice % forms.length] ?? '';
}
