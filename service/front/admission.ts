/** Who is let in, in one order for every request: the key, then what HTTP itself refuses, then the day's quota. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Keys, KnownKey } from '../keys.ts';
import type { Quota } from '../quota.ts';
import { keyDeactivated, keyRejected, quotaExceeded, type Refused } from '../refusals.ts';
import { refuseHead, send } from '../transport.ts';

/** @returns the key that a request presents, or why it is not let in. */
export function identify(authorization: string | undefined, keys: Keys): KnownKey | Refused {
  const presented = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  const key = presented === undefined ? undefined : keys.find(presented);
  if (!key) return keyRejected;
  return key.active ? key : keyDeactivated;
}

/**
 * Only a request that reaches one of the operations is booked: nothing that HTTP refuses by its head counts, and everything after that
 * does, whatever the operation then answers.
 */
export function guard(server: FastifyInstance, keys: Keys, quota: Quota): void {
  server.addHook('onRequest', (request, reply, done) => {
    const refused = admit(request, keys, quota);
    if (!refused) return done();
    send(reply, refused);
  });
}

function admit(request: FastifyRequest, keys: Keys, quota: Quota): Refused | undefined {
  const key = identify(request.headers.authorization, keys);
  if ('status' in key) return key;
  const refused = refuseHead(request);
  // An unknown address has a handler that answers it.
  if (refused || request.is404) return refused;
  return quota.book(key) ? undefined : quotaExceeded(quota.resetsAt());
}
