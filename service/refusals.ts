/** Every error body of the service (INTERFACE §7), in one table. */
import { detailTexts as texts, upstreamTexts } from '#service-texts/refusals.ts';
import type { UpstreamFailure } from './upstream/upstream.ts';

interface ErrorBody {
  readonly error: string;
  readonly details?: string;
}

export interface Refused {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers?: Readonly<Record<string, string>>;
  /** Told to operators only. */
  readonly cause?: string;
}

const RESET_HEADER = 'x-service-ratelimit-reset';

export const keyRejected: Refused = { status: 401, body: { error: 'Invalid API key' } };
export const keyDeactivated: Refused = { status: 403, body: { error: 'API key has been deactivated' } };

export const unexpected: Refused = {
  status: 500,
  body: { error: 'Internal Server Error', details: texts.unexpected },
};

export const busy: Refused = {
  status: 503,
  body: { error: 'Service temporarily busy', details: texts.busy },
};

/** @param resetsAt ISO 8601, UTC. */
export function quotaExceeded(resetsAt: string): Refused {
  const details = texts.quotaExceeded(RESET_HEADER);
  return { status: 429, body: { error: 'Daily quota exceeded', details }, headers: { [RESET_HEADER]: resetsAt } };
}

/** The platform's own limit for seconds, passed on: a short wait, unlike the daily quota. */
export function shortLimit(retrySeconds: string): Refused {
  const body = {
    status: 'error',
    message: upstreamTexts.shortLimit,
    category: 'RATE_LIMITS',
    policyName: 'TEN_SECONDLY_ROLLING',
  };
  return { ...upstreamRefusal(body, 429), headers: { 'retry-after': retrySeconds } };
}

/** Errors of HTTP itself: unknown paths, wrong methods, oversized bodies. */
export function transportRefusal(status: number, error: string, details: string): Refused {
  return { status, body: { error, details } };
}

export function upstreamRefusal(upstreamBody: unknown, status = 400): Refused {
  return { status, body: { error: 'Upstream API Error', details: JSON.stringify(upstreamBody) } };
}

/**
 * The upstream's own status is kept, because a caller retries by it; but an upstream that refuses *our* credential is our
 * fault, not the caller's key's.
 */
export function upstreamFailed(failure: UpstreamFailure): Refused {
  if (failure.kind === 'unreachable') return busy;
  const { status, body, headers } = failure;
  const passed = status === 401 || status === 403 || status < 400 ? 502 : status;
  return { ...upstreamRefusal(body, passed), ...(headers ? { headers } : {}) };
}
