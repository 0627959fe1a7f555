/** Who is let in, in one order for every request: the key, then what HTTP itself refuses, then the day's quota. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Keys, KnownKey } from '../keys.ts';
import type { Quota } from '../quota.ts';
import { describeFault } from '../log/fault-text.ts';
import { readNotes } from '../log/notes.ts';
import { busyFor, keyDeactivated, keyRejected, quotaExceeded, type Refused } from '../refusals.ts';
import { StoreAway } from '../store/store.ts';
import { refuseHead, send } from '../transport.ts';

/** @returns the key that a request presents, or why it is not let in. */
export function identify(request: FastifyRequest, keys: Keys): KnownKey | Refused {
  const presented = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  try {
    const key = presented === undefined ? undefined : keys.find(presented);
    if (!key) return keyRejected;
    readNotes(request).key = key.id;
    return key.active ? key : keyDeactivated;
  } catch (fault) {
    return refuseWhileAway(fault);
  }
}

/** @throws what is no matter of the store. */
function refuseWhileAway(fault: unknown): Refused {
  if (fault instanceof StoreAway) return { ...busyFor(1), cause: `store: ${describeFault(fault)}` };
  throw fault;
}

/**
 * Only a request that reaches one of the operations is booked, and only that one waits for the store: nothing that HTTP refuses by its head
 * counts, and everything after that does, whatever the operation then answers.
 */
export function guard(server: FastifyInstance, keys: Keys, quota: Quota): void {
  server.addHook('onRequest', async (request, reply) => {
    const refused = await admit(request, keys, quota);
    return refused ? send(reply, refused) : undefined;
  });
}

async function admit(request: FastifyRequest, keys: Keys, quota: Quota): Promise<Refused | undefined> {
  const cached = identify(request, keys);
  if ('status' in cached) return cached;
  try {
    await keys.follow();
    const key = identify(request, keys);
    if ('status' in key) return key;
    const refused = refuseHead(request);
    // An unknown address has a handler that answers it.
    if (refused || request.is404) return refused;
    const { granted, resetsAt } = await quota.book(key);
    return granted ? undefined : quotaExceeded(resetsAt);
  } catch (fault) {
    return refuseWhileAway(fault);
  }
}
