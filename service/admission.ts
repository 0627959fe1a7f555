/** Admits requests, checking in one order: the key, then the request's head, then the daily quota. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Keys, KnownKey } from './keys.ts';
import type { Booking, Quota } from './quota.ts';
import { describeFault, getRequestContext } from './log.ts';
import { busy, createBusyError, keyDeactivated, keyRejected, createQuotaError, type ErrorResponse } from './errors.ts';
import { StoreAway } from './store.ts';
import { refuseHead, send } from './transport.ts';

/** @returns the key of the request, or the error response that refuses it. */
export function identifyKey(request: FastifyRequest, keys: Keys): KnownKey | ErrorResponse {
  const presentedKey = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  try {
    const key = presentedKey === undefined ? undefined : keys.find(presentedKey);
    if (!key) return keyRejected;
    const context = getRequestContext(request);
    context.key = key.id;
    context.account = key.account;
    return key.active ? key : keyDeactivated;
  } catch (fault) {
    return refuseWithoutStore(fault);
  }
}

function refuseWithoutStore(fault: unknown): ErrorResponse {
  if (fault instanceof StoreAway) return createBusyError(1, 'store', `store: ${describeFault(fault)}`);
  throw fault;
}

/**
 * Books requests of the three operations; requests that are refused by their head do not count. Before the response begins, the booking is
 * settled, or refunded if the service or the CRM failed the caller.
 */
export function guardRequests(server: FastifyInstance, keys: Keys, quota: Quota): void {
  server.addHook('onRequest', async (request, reply) => {
    const refusal = await admitRequest(request, reply, keys, quota);
    return refusal ? send(reply, refusal) : undefined;
  });
  server.addHook<string>('onSend', async (request, reply, payload) => {
    const context = getRequestContext(request);
    const { booking } = context;
    if (!booking) return payload;
    delete context.booking;
    if (reply.statusCode >= 500 && context.reason !== 'caller') {
      await booking.refund();
      context.isRefunded = true;
    } else if (!(await settleBooking(booking))) return JSON.stringify(replyBusy(request, reply).body);
    return payload;
  });
}

async function settleBooking(booking: Booking): Promise<boolean> {
  return booking.settle().catch(() => false);
}

/** Answers in place of the response, because it is unknown whether its booking still counts. */
function replyBusy(request: FastifyRequest, reply: FastifyReply): ErrorResponse {
  const context = getRequestContext(request);
  context.reason = 'store';
  context.cause = 'store: the booking could not be settled';
  void reply.code(busy.status).removeHeader('content-length').header('retry-after', '1');
  return busy;
}

async function admitRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  keys: Keys,
  quota: Quota,
): Promise<ErrorResponse | undefined> {
  const cachedKey = identifyKey(request, keys);
  if ('status' in cachedKey) return cachedKey;
  try {
    await keys.refreshIfStale();
    const key = identifyKey(request, keys);
    if ('status' in key) return key;
    const refusal = refuseHead(request);
    // The not-found handler responds to unknown paths.
    if (refusal || request.is404) return refusal;
    const booking = await quota.book(key);
    const { granted, limit, remaining, resetsAt, resetMilliseconds } = booking;
    void reply.headers({
      'ratelimit-limit': limit,
      'ratelimit-remaining': remaining,
      'ratelimit-reset': Math.ceil(resetMilliseconds / 1_000),
    });
    if (!granted) return createQuotaError(resetsAt, resetMilliseconds);
    const context = getRequestContext(request);
    context.booking = booking;
    // A caller that disconnects before the response has used the request all the same.
    reply.raw.once('close', () => {
      if (context.booking) void settleBooking(booking);
    });
    return undefined;
  } catch (fault) {
    return refuseWithoutStore(fault);
  }
}
