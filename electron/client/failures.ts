/** Decides what an unsuccessful answer means and which failures are worth a retry. */
import type { AppError } from '#contract/errors.ts';
import { parseJson, type Json } from './wire/json.ts';
import { errorBodySchema, type ErrorBody } from './wire/answers.ts';

const RETRYABLE = new Set([423, 429, 477, 500, 502, 503, 504, 521, 523, 524]);
const BUSY_STATUSES = new Set([423, 429, 477, 503]);
const DETAIL_CHARACTERS = 2000;

export const RESET_HEADER = 'x-service-ratelimit-reset';

/** Distinguishes the daily quota from the upstream's short-term rate limits, which also answer 429. */
export function isDailyQuota(status: number, headers: Headers, body: ErrorBody): boolean {
  return status === 429 && (headers.has(RESET_HEADER) || body.error?.toLowerCase() === 'daily quota exceeded');
}

export function isRetryable(status: number): boolean {
  return RETRYABLE.has(status);
}

/** Converts status and body to the app's error. The daily quota must be recognised before this is called. */
export function toFailure(status: number, body: ErrorBody, redact: (text: string) => string): AppError {
  const upstream = findUpstreamMessage(body);
  if (upstream !== undefined) return { code: 'upstream-failed', detail: redact(upstream).slice(0, DETAIL_CHARACTERS) };
  if (status === 401) return { code: 'key-rejected' };
  if (status === 403) return { code: 'key-deactivated' };
  if (BUSY_STATUSES.has(status)) return { code: 'service-busy' };
  return { code: 'service-failed', status };
}

/** A 404 that comes from the upstream's batch read means that none of the ids exists; any other 404 is a wrong address. */
export function isBatchNotFound(status: number, body: ErrorBody): boolean {
  return status === 404 && (findUpstreamMessage(body) !== undefined || body.category === 'OBJECT_NOT_FOUND');
}

/**
 * Creates a function that removes the key from texts of other origin, because a service may echo the request it rejected.
 * @returns a function that hides the key in a text, plain or escaped.
 */
export function createRedactor(key: string): (text: string) => string {
  const forms = [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)];
  return (text) => forms.reduce((clean, form) => clean.replaceAll(form, '[key]'), text);
}

/** @returns the upstream platform's message if the answer comes from there, wrapped by the service or forwarded unchanged. */
function findUpstreamMessage(body: ErrorBody): string | undefined {
  if (body.error?.toLowerCase() === 'upstream api error') return body.details ?? body.message ?? body.error;
  if (body.status === 'error' && body.message !== undefined) return body.message;
  return undefined;
}

/** Reads an error body as far as possible. A proxy's HTML page counts as an empty body. */
export function readErrorBody(text: string): ErrorBody {
  try {
    return parseErrorBody(parseJson(text));
  } catch {
    return parseErrorBody(null);
  }
}

export function parseErrorBody(json: Json): ErrorBody {
  const parsed = errorBodySchema.safeParse(json);
  return parsed.success ? parsed.data : {};
}

export const MAX_RETRIES = 2;
const FIRST_WAIT_MS = 500;
/** The wait that the upstream itself recommends for a locked record. */
const LOCKED_WAIT_MS = 2000;

/**
 * Computes the wait before the next try. It doubles each time, is jittered over the upper half, and is never shorter than
 * `Retry-After`.
 * @param retry the number of tries before this wait, from 0.
 * @param status undefined for a connection fault.
 * @param random in [0, 1).
 */
export function computeRetryWait(
  retry: number,
  status: number | undefined,
  retryAfter: string | null,
  { now, random }: { now: number; random: number },
): number {
  const base = status === 423 ? LOCKED_WAIT_MS : FIRST_WAIT_MS * 2 ** retry;
  const jittered = base * (0.5 + random / 2);
  return Math.max(status === 423 ? base : jittered, parseRetryAfter(retryAfter, now));
}

/** Reads seconds or an HTTP date (RFC 9110 §10.2.3). Anything else means no wait. */
function parseRetryAfter(header: string | null, now: number): number {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const time = Date.parse(text);
  return Number.isNaN(time) ? 0 : Math.max(0, time - now);
}
