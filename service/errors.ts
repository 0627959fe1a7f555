/** The error responses of the service (INTERFACE §7). */
import { detailTexts as texts, upstreamTexts } from '#service-texts/service.ts';
import type { Reason } from './log.ts';
import { isDailyLimit, type UpstreamFailure } from './upstream/upstream.ts';

export interface ErrorResponse {
  readonly status: number;
  readonly body: { readonly error: string; readonly details?: string };
  readonly headers?: Readonly<Record<string, string>>;
  /** Who is responsible, and the cause: for operators only. */
  readonly reason: Reason;
  readonly cause?: string;
}

const RESET_HEADER = 'x-service-ratelimit-reset';

export const keyRejected: ErrorResponse = {
  status: 401,
  body: { error: 'Invalid API key' },
  headers: { 'www-authenticate': 'Bearer realm="timelogs"' },
  reason: 'caller',
};
export const keyDeactivated: ErrorResponse = {
  status: 403,
  body: { error: 'API key has been deactivated' },
  reason: 'caller',
};

export const unexpected: ErrorResponse = {
  status: 500,
  body: { error: 'Internal Server Error', details: texts.unexpected },
  reason: 'fault',
};

export const busy: ErrorResponse = {
  status: 503,
  body: { error: 'Service temporarily busy', details: texts.busy },
  reason: 'fault',
};

export function createBusyError(seconds: number, reason: Reason, cause?: string): ErrorResponse {
  return { ...busy, headers: { 'retry-after': String(seconds) }, reason, ...(cause === undefined ? {} : { cause }) };
}

export function createQuotaError(resetsAt: string, resetMilliseconds: number): ErrorResponse {
  const details = texts.quotaExceeded(RESET_HEADER);
  const headers = { [RESET_HEADER]: resetsAt, 'retry-after': String(Math.ceil(resetMilliseconds / 1_000)) };
  return { status: 429, body: { error: 'Daily quota exceeded', details }, headers, reason: 'caller' };
}

/** The platform's short rate limit, unlike the daily quota. */
export function createShortLimitError(retrySeconds: string): ErrorResponse {
  const body = {
    status: 'error',
    message: upstreamTexts.shortLimit,
    category: 'RATE_LIMITS',
    policyName: 'TEN_SECONDLY_ROLLING',
  };
  return { ...createUpstreamError(body, 429), headers: { 'retry-after': retrySeconds }, reason: 'upstream' };
}

/** Creates errors of HTTP: unknown paths, wrong methods, oversized bodies. */
export function createTransportError(status: number, error: string, details: string): ErrorResponse {
  return { status, body: { error, details }, reason: 'caller' };
}

export function createUpstreamError(upstreamBody: unknown, status = 400): ErrorResponse {
  const body = { error: 'Upstream API Error', details: JSON.stringify(upstreamBody) };
  return { status, body, reason: status >= 500 ? 'upstream' : 'caller' };
}

/**
 * Keeps the upstream's status, because callers decide about retries by it. 502 replaces 401 and 403, which concern the service's own
 * credential, 429, which means the key's daily quota here, and 503, which has a different body.
 */
export function toUpstreamError(failure: UpstreamFailure): ErrorResponse {
  if (failure.kind === 'unusable') return createUpstreamError({ status: 'error', message: failure.message }, 502);
  if (failure.kind !== 'answered') return createRetryError(failure);
  const { status, body, headers } = failure;
  if (status === 429 && !isDailyLimit(body)) return createRetryError(failure);
  const forwardedStatus = hiddenStatuses.has(status) || status < 400 ? 502 : status;
  const reason = isCallerMistake(failure) ? 'caller' : 'upstream';
  return { ...createUpstreamError(body, forwardedStatus), reason, ...(headers ? { headers } : {}) };
}

const hiddenStatuses = new Set([401, 403, 429, 503]);

/** The interface has no upstream error for the list: it responds with 503 if a retry may help, and with 500 otherwise. */
export function toListError(failure: UpstreamFailure): ErrorResponse {
  if (failure.kind === 'unusable') return { ...unexpected, reason: 'upstream' };
  if (failure.kind !== 'answered') return createRetryError(failure);
  if (transientStatuses.has(failure.status) && !isDailyLimit(failure.body)) return createRetryError(failure);
  return { ...unexpected, reason: isCallerMistake(failure) ? 'caller' : 'upstream' };
}

const transientStatuses = new Set([423, 429, 477, 502, 503, 504, 521, 523, 524]);
/** These statuses say nothing about the caller's request. */
const statusesWithoutBlame = new Set([401, 403, 408, 423, 429, 477]);

function isCallerMistake({ status }: { readonly status: number }): boolean {
  return status >= 400 && status < 500 && !statusesWithoutBlame.has(status);
}

function createRetryError(failure: Exclude<UpstreamFailure, { kind: 'unusable' }>): ErrorResponse {
  if (failure.kind === 'answered')
    return { ...busy, headers: { 'retry-after': '1', ...failure.headers }, reason: 'upstream' };
  if (failure.kind === 'busy') return createBusyError(failure.retrySeconds, failure.reason);
  return createBusyError(1, 'upstream');
}
