/** What the log and the metrics tell of a request that its answer does not carry. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';

export interface RequestNotes {
  /** The number of the caller's key in the store. */
  key?: number;
  /** Why the answer is a failure, in words for operators. */
  cause?: string;
  upstreamMilliseconds?: number;
  /** The upstream's own name for its part of the work. */
  upstreamId?: string;
}

const noted = new WeakMap<FastifyRequest, RequestNotes>();

/** The notes of the request whose operation runs: the upstream does not know who asks. */
export const running = new AsyncLocalStorage<RequestNotes>();

export function readNotes(request: FastifyRequest): RequestNotes {
  const known = noted.get(request);
  if (known) return known;
  const notes: RequestNotes = {};
  noted.set(request, notes);
  return notes;
}
