/** Injects failures by seed, for tests of clients. It is off by default. */
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { busy, createShortLimitError, unexpected, type ErrorResponse } from './errors.ts';
import { Random } from './random.ts';
import { send } from './transport.ts';

/**
 * `drop` resets the connection before the request counts, `reset` after; `cut` truncates the response; `wrongJson` deviates from the interface;
 * `stall` delays the response.
 */
export const faultKinds = ['drop', 'stall', 'busy', 'error', 'shortLimit', 'reset', 'cut', 'wrongJson'] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface FaultOptions {
  /** The n-th request gets the same fault in every run. 1 by default. */
  readonly seed?: number;
  /** The share of requests, 0 to 1, with each kind of fault. A request has at most one, so the shares must not exceed 1 in total. */
  readonly rates?: Partial<Readonly<Record<FaultKind, number>>>;
  readonly latencyMilliseconds?: number;
  /** Adds a random delay of at most this time. */
  readonly jitterMilliseconds?: number;
  /** A stalled request gets its response after this time; 60 seconds by default. */
  readonly stallMilliseconds?: number;
}

interface PlannedFault {
  readonly kind: FaultKind | undefined;
  readonly latency: number;
  readonly stall: number;
  readonly variant: number;
}

const STALL_MILLISECONDS = 60_000;
const INJECTED = 'an injected fault';
const RETRY_SECONDS = '1';

export type Faults = ReturnType<typeof addFaults>;

/** Must be called before the admission hooks are added, so that a dropped connection costs no quota. */
export function addFaults(server: FastifyInstance, options: FaultOptions) {
  let activeOptions = options;
  let requestsSincePlan = 0;
  let requestCount = 0;
  const met = createFaultCounts();
  const plannedFaults = new WeakMap<FastifyRequest, PlannedFault>();
  server.addHook('onRequest', (request, reply, done) => {
    const plannedFault = drawFault(activeOptions, requestsSincePlan);
    requestCount += 1;
    requestsSincePlan += 1;
    plannedFaults.set(request, plannedFault);
    if (plannedFault.kind) met[plannedFault.kind] += 1;
    if (plannedFault.kind !== 'drop') return done();
    resetConnection(request, reply);
  });
  server.addHook('preHandler', async (request, reply) => {
    const plannedFault = plannedFaults.get(request);
    if (!plannedFault) return undefined;
    const duration = plannedFault.latency + (plannedFault.kind === 'stall' ? plannedFault.stall : 0);
    if (duration > 0) await waitWhileConnected(duration, request);
    const refusal = refusals[plannedFault.kind ?? 'drop'];
    return refusal ? send(reply, refusal) : undefined;
  });
  server.addHook<string>('onSend', (request, reply, payload, done) => {
    const plannedFault = plannedFaults.get(request);
    if (plannedFault?.kind === 'reset') return resetConnection(request, reply);
    if (plannedFault?.kind === 'wrongJson') return done(null, createWrongBody(plannedFault.variant, payload));
    if (plannedFault?.kind !== 'cut') return done(null, payload);
    if (plannedFault.variant % 2 === 0) void reply.header('content-length', Buffer.byteLength(payload));
    done(null, cutInHalf(payload));
  });
  return {
    met,
    get seen() {
      return requestCount;
    },
    /** Applies to the next requests, which are numbered from 0 again. */
    plan(newOptions: FaultOptions): void {
      activeOptions = newOptions;
      requestsSincePlan = 0;
    },
  };
}

function createFaultCounts(): Record<FaultKind, number> {
  return { drop: 0, stall: 0, busy: 0, error: 0, shortLimit: 0, reset: 0, cut: 0, wrongJson: 0 };
}

const refusals: Partial<Readonly<Record<FaultKind, ErrorResponse>>> = {
  busy: { ...busy, cause: INJECTED },
  error: { ...unexpected, cause: INJECTED },
  shortLimit: createShortLimitError(RETRY_SECONDS),
};

/** Depends only on the request's number, not on earlier draws. */
function drawFault(options: FaultOptions, number: number): PlannedFault {
  const random = new Random(options.seed ?? 1, `request ${number}`);
  let remaining = random.fraction();
  const kind = faultKinds.find((candidate) => {
    remaining -= options.rates?.[candidate] ?? 0;
    return remaining < 0;
  });
  const latency =
    (options.latencyMilliseconds ?? 0) + Math.floor(random.fraction() * (options.jitterMilliseconds ?? 0));
  return { kind, latency, stall: options.stallMilliseconds ?? STALL_MILLISECONDS, variant: random.between(0, 999) };
}

function resetConnection(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  request.raw.socket.resetAndDestroy();
}

async function waitWhileConnected(milliseconds: number, request: FastifyRequest): Promise<void> {
  const { socket } = request.raw;
  const callerDisconnected = new AbortController();
  const abort = () => callerDisconnected.abort();
  socket.once('close', abort);
  try {
    await wait(milliseconds, undefined, { signal: callerDisconnected.signal });
  } catch {
    // The caller has disconnected.
  } finally {
    socket.off('close', abort);
  }
}

function cutInHalf(payload: string): Readable {
  const half = Buffer.from(payload).subarray(0, Math.ceil(Buffer.byteLength(payload) / 2));
  let isSent = false;
  return new Readable({
    read() {
      if (!isSent) this.push(half);
      else setImmediate(() => this.destroy(new Error('cut')));
      isSent = true;
    },
  });
}

/** The response is complete HTTP, but its body deviates from the interface. */
function createWrongBody(variant: number, payload: string): string {
  const forms = [
    payload.slice(0, Math.floor(payload.length / 2)),
    '<html><body>Service is being updated</body></html>',
    '[]',
    '{"results":{"0":{}},"total":"many"}',
    '{"results":[{"properties":{}}],"total":1}',
    '',
  ];
  return forms[variant % forms.length] ?? '';
}
