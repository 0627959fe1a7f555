/** Every error body of the service (INTERFACE §7), in one table. */
import { detailTexts as texts, upstreamTexts } from '#service-texts/refusals.ts';
import { z } from 'zod';
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

export const keyRejected: Refused = {
  status: 401,
  body: { error: 'Invalid API key' },
  headers: { 'www-authenticate': 'Bearer realm="timelogs"' },
};
export const keyDeactivated: Refused = { status: 403, body: { error: 'API key has been deactivated' } };

export const unexpected: Refused = {
  status: 500,
  body: { error: 'Internal Server Error', details: texts.unexpected },
};

export const busy: Refused = {
  status: 503,
  body: { error: 'Service temporarily busy', details: texts.busy },
};

export function busyFor(seconds: number): Refused {
  return { ...busy, headers: { 'retry-after': String(seconds) } };
}

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
 * The upstream's own status is kept, because a caller retries by it. Two are not the caller's: a refusal of *our* credential, and 429, which
 * on this side of the service means the key's daily quota alone.
 */
export function upstreamFailed(failure: UpstreamFailure): Refused {
  if (failure.kind === 'unusable') return upstreamRefusal({ status: 'error', message: failure.message }, 502);
  if (failure.kind !== 'answered') return retryLater(failure);
  const { status, body, headers } = failure;
  if (status === 429 && !isDailyLimit(body)) return retryLater(failure);
  const passed = status === 401 || status === 403 || status === 429 || status < 400 ? 502 : status;
  return { ...upstreamRefusal(body, passed), ...(headers ? { headers } : {}) };
}

/** The interface gives the list no word for what the upstream refuses: it is busy where another try may help, and otherwise failed. */
export function listFailed(failure: UpstreamFailure): Refused {
  if (failure.kind === 'unusable') return unexpected;
  if (failure.kind !== 'answered') return retryLater(failure);
  return passing.has(failure.status) && !isDailyLimit(failure.body) ? retryLater(failure) : unexpected;
}

/** Statuses of the upstream that pass by themselves. */
const passing = new Set([423, 429, 477, 502, 503, 504, 521, 523, 524]);

function retryLater(failure: Exclude<UpstreamFailure, { kind: 'unusable' }>): Refused {
  if (failure.kind === 'answered') return { ...busy, headers: { 'retry-after': '1', ...failure.headers } };
  return busyFor(failure.kind === 'busy' ? failure.retrySeconds : 1);
}

/** The upstream names the limit that was met, another service like this one in `error`; the one of a day does not pass within seconds. */
function isDailyLimit(body: unknown): boolean {
  const limit = limitSchema.safeParse(body);
  return limit.success && /daily/i.test(Object.values(limit.data).join(' '));
}

const word = z.string().default('');
const limitSchema = z.object({ policyName: word, message: word, error: word });
