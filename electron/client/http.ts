/** Exchanges one request with the service. It is booked before it is sent, bounded in time and size, and retried only if that can help. */
import { setTimeout as wait } from 'node:timers/promises';
import { AppFailure, fail, type AppError, type UnreachableReason } from '#contract/errors.ts';
import { markCount } from '#domain/locale-forms.ts';
import type { Attempts } from '#domain/record.ts';
import { answerProblemTexts as answers } from '#texts/answers.ts';
import {
  toFailure,
  isDailyQuota,
  isRetryable,
  MAX_RETRIES,
  readErrorBody,
  createRedactor,
  RESET_HEADER,
  computeRetryWait,
} from './failures.ts';
import type { Account, Ledger } from './ledger.ts';
import { findQuotaReset } from './quota-reset.ts';
import { parseJson, TooManyValues, type Json } from './wire/json.ts';

export interface WireOptions {
  readonly origin: string;
  readonly account: Account;
  readonly fetch: typeof fetch;
  readonly ledger: Ledger;
  readonly limit: number;
  /** Requests a second; 0 = unlimited. */
  readonly rate?: number | undefined;
  readonly now?: (() => number) | undefined;
  /** The limit for all tries and waits of one exchange. */
  readonly deadlineMs?: number | undefined;
  readonly bodyCapBytes?: number | undefined;
  readonly sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** Returns a number in [0, 1). */
  readonly random?: (() => number) | undefined;
  readonly onBooked?: (() => void) | undefined;
}

interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  /** Statuses that count as answers to this request; all others fail. */
  readonly accept: readonly number[];
  readonly attempts?: Partial<Attempts> | undefined;
}

export interface Answer {
  readonly status: number;
  readonly json: Json;
  /** The service's own clock in epoch milliseconds; undefined without a readable `Date` header. */
  readonly date: number | undefined;
}

/** Thrown when an answer exceeds the size limit and was not read: a page with fewer records may fit. */
export class AnswerTooLarge extends AppFailure {}

/** @throws AppFailure for everything that is not an accepted answer · its subclass AnswerTooLarge. */
export type Exchange = (request: WireRequest, signal?: AbortSignal) => Promise<Answer>;

const DEADLINE_MS = 60_000;
/**
 * The limit of the decoded body. Once read, parsed and printed, an answer takes many times its size, so larger ones are read in smaller
 * pages. A page of 200 records with every property takes about a fourth of it.
 */
const BODY_CAP_BYTES = 3 * 1024 * 1024;
const ERROR_BODY_CAP_BYTES = 1024 * 1024;

/** The outcome of one attempt. A `retry` failure may not recur. */
type Outcome =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly error: AppError; readonly tooLarge?: boolean }
  | { readonly kind: 'retry'; readonly error: AppError; readonly status?: number; readonly retryAfter: string | null };

export function createExchange(options: WireOptions): Exchange {
  const { now = Date.now, random = Math.random, deadlineMs = DEADLINE_MS } = options;
  const sleep = options.sleep ?? (async (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }));
  const pace = createPace(options.rate ?? 0, sleep);

  return async (request, signal) => {
    const limits = startLimits(deadlineMs, signal);
    const canBook = () => request.attempts?.canBook?.() !== false;
    // Without a failed attempt, the caller's refusal is the only possible reason.
    let lastError: AppError = { code: 'cancelled' };
    try {
      for (let retry = 0; ; retry++) {
        await pace(limits.signal);
        limits.signal.throwIfAborted();
        if (!canBook()) return fail(lastError);
        options.ledger.book(options.account, options.limit);
        options.onBooked?.();
        request.attempts?.onBooked?.();
        const outcome = await attempt(options, request, limits.signal, now);
        if (outcome.kind === 'answer') return outcome.answer;
        if (outcome.kind === 'failed' && outcome.tooLarge) throw new AnswerTooLarge(outcome.error);
        if (outcome.kind === 'failed' || retry === MAX_RETRIES) return fail(outcome.error);
        const waitMs = computeRetryWait(retry, outcome.status, outcome.retryAfter, { now: now(), random: random() });
        lastError = outcome.error;
        if (waitMs >= limits.remainingMs() || !canBook()) return fail(lastError);
        await sleep(waitMs, limits.signal);
      }
    } catch (error) {
      if (error instanceof AppFailure) throw error;
      // The cause is dropped, because a transport's error may quote the request, which carries the key.
      if (signal?.aborted) return fail({ code: 'cancelled' });
      if (limits.signal.aborted) return fail({ code: 'offline', reason: 'timed-out' });
      throw error;
    } finally {
      limits.end();
    }
  };
}

/** Joins the deadline with the caller's signal. It is written by hand because `AbortSignal.any` keeps a long-lived signal in memory. */
function startLimits(deadlineMs: number, signal: AbortSignal | undefined) {
  const controller = new AbortController();
  const startedAt = performance.now();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, deadlineMs);
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  return {
    signal: controller.signal,
    remainingMs: () => deadlineMs - (performance.now() - startedAt),
    end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    },
  };
}

async function attempt(
  options: WireOptions,
  request: WireRequest,
  signal: AbortSignal,
  now: () => number,
): Promise<Outcome> {
  const operation = `${request.method} ${request.path.split('?', 1)[0] ?? ''}`;
  const failAsChanged = (problem: string, tooLarge = false): Outcome => ({
    kind: 'failed',
    error: { code: 'service-changed', detail: `${operation}: ${problem}` },
    tooLarge,
  });
  try {
    const response = await rejectOnAbort(send(options, request, signal), signal);
    if (response.redirected || (response.status >= 300 && response.status < 400) || response.status === 0) {
      response.body?.cancel().catch(() => undefined);
      return failAsChanged('redirect');
    }
    if (!request.accept.includes(response.status))
      return await handleRefusal(options, response, signal, now, failAsChanged);
    const text = await readBody(response, options.bodyCapBytes ?? BODY_CAP_BYTES, signal);
    const answer = parseOutcome(response, text);
    if (answer || response.ok) return answer ?? failAsChanged(answers.notJson);
    // An accepted error status whose body is not JSON comes from a proxy, not from the service.
    return { kind: 'failed', error: { code: 'service-failed', status: response.status } };
  } catch (error) {
    if (error instanceof TooManyValues) return failAsChanged(answers.tooManyValues, true);
    if (error instanceof BodyProblem) return failAsChanged(error.message, error instanceof BodyTooLarge);
    if (signal.aborted) throw error;
    const reason = findUnreachableReason(error);
    return { kind: 'retry', error: { code: 'offline', ...(reason && { reason }) }, retryAfter: null };
  }
}

async function send(options: WireOptions, { method, path, body }: WireRequest, signal: AbortSignal): Promise<Response> {
  return options.fetch(`${options.origin}${path}`, {
    method,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${options.account.key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
    // Redirects are never followed, because they could carry the key elsewhere.
    redirect: 'manual',
    cache: 'no-store',
    credentials: 'omit',
    signal,
  });
}

function parseOutcome(response: Response, text: string): Outcome | undefined {
  try {
    return {
      kind: 'answer',
      answer: { status: response.status, json: parseJson(text), date: readDateHeader(response) },
    };
  } catch (error) {
    if (error instanceof TooManyValues) throw error;
    return undefined;
  }
}

async function handleRefusal(
  options: WireOptions,
  response: Response,
  signal: AbortSignal,
  now: () => number,
  failAsChanged: (problem: string) => Outcome,
): Promise<Outcome> {
  const { status, headers } = response;
  const body = readErrorBody(await readErrorText(response, signal));
  if (isDailyQuota(status, headers, body)) {
    const reset = findQuotaReset(headers.get(RESET_HEADER), readDateHeader(response), now());
    return { kind: 'failed', error: options.ledger.exhaust(options.account, reset, options.limit) };
  }
  if (status >= 200 && status < 300) return failAsChanged(answers.status(status));
  const error = toFailure(status, body, createRedactor(options.account.key));
  return isRetryable(status)
    ? { kind: 'retry', error, status, retryAfter: headers.get('retry-after') }
    : { kind: 'failed', error };
}

/** An error's body is optional: if it cannot be read, the status alone decides. */
async function readErrorText(response: Response, signal: AbortSignal): Promise<string> {
  try {
    return await readBody(response, ERROR_BODY_CAP_BYTES, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    return '';
  }
}

function readDateHeader(response: Response): number | undefined {
  const time = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Spaces requests at least an interval apart, however many callers there are.
 * @param rate requests a second; 0 = unlimited.
 * @returns a function that waits for the caller's turn.
 */
export function createPace(
  rate: number,
  sleep: (ms: number, signal: AbortSignal) => Promise<void>,
  clock: () => number = () => performance.now(),
): (signal: AbortSignal) => Promise<void> {
  const intervalMs = rate > 0 ? 1000 / rate : 0;
  let nextFree = 0;
  return async (signal) => {
    if (intervalMs === 0) return;
    // The turn is taken before the wait, so that no two callers get the same one.
    const turn = Math.max(clock(), nextFree);
    nextFree = turn + intervalMs;
    const waitMs = turn - clock();
    if (waitMs > 0) await sleep(waitMs, signal);
  };
}

/** Causes nest: `fetch failed` holds the socket's error, which may hold one error for each address that was tried. */
const MAX_CAUSES = 8;

const patterns: readonly (readonly [UnreachableReason, RegExp])[] = [
  ['name-unknown', /ENOTFOUND|EAI_AGAIN|EAI_NONAME|ERR_NAME_NOT_RESOLVED|ERR_NAME_RESOLUTION_FAILED/],
  // The other side speaks no TLS or no accepted version of it, for example `https` where only `http` is served.
  ['no-tls', /EPROTO|ERR_SSL_|WRONG_VERSION_NUMBER/],
  ['certificate', /CERT_|_CERT|CERTIFICATE|ERR_TLS_CERT_ALTNAME_INVALID|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)/],
  ['refused', /ECONNREFUSED|ERR_CONNECTION_REFUSED/],
  ['timed-out', /ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|ERR_CONNECTION_TIMED_OUT|ERR_TIMED_OUT/],
  ['no-network', /ENETUNREACH|EHOSTUNREACH|ENETDOWN|ERR_INTERNET_DISCONNECTED|ERR_ADDRESS_UNREACHABLE/],
];

/**
 * Finds why an exchange never reached the service, from an error of Node's fetch or Electron's network stack.
 * @returns undefined if the error reveals no reason.
 */
export function findUnreachableReason(error: unknown): UnreachableReason | undefined {
  const codes = listCodes(error).join(' ');
  return patterns.find(([, pattern]) => pattern.test(codes))?.[0];
}

/** Lists error codes and the names that Electron puts into its messages. No other text of an error is read. */
function listCodes(rootError: unknown): string[] {
  const codes: string[] = [];
  const queue: unknown[] = [rootError];
  for (let count = 0; count < MAX_CAUSES && queue.length > 0; count += 1) {
    const error = queue.shift();
    if (!(error instanceof Error)) continue;
    if ('code' in error && typeof error.code === 'string') codes.push(error.code);
    const electronName = /\bnet::(ERR_[A-Z_]+)/.exec(error.message)?.[1];
    if (electronName !== undefined) codes.push(electronName);
    queue.push(error.cause, ...(error instanceof AggregateError ? error.errors : []));
  }
  return codes;
}

/** Thrown for a body that arrived but cannot be used. */
class BodyProblem extends Error {
  override readonly name: string = 'BodyProblem';
}

/** Thrown when the body exceeds the limit: fewer records may fit. */
class BodyTooLarge extends BodyProblem {
  override readonly name = 'BodyTooLarge';
}

/**
 * @param capBytes the limit of decoded bytes, because a small compressed answer can unpack to gigabytes.
 * @throws BodyTooLarge over the cap · BodyProblem for invalid UTF-8 · the transport's error · the signal's reason.
 */
async function readBody(response: Response, capBytes: number, signal: AbortSignal): Promise<string> {
  if (!response.body) return '';
  // In fatal mode an invalid byte never turns into a replacement character in a title.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = response.body.getReader();
  const parts: string[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await rejectOnAbort(reader.read(), signal);
      if (done) return parts.join('') + decode(() => decoder.decode());
      bytes += value.byteLength;
      if (bytes > capBytes) throw new BodyTooLarge(answers.tooManyBytes(markCount(capBytes)));
      parts.push(decode(() => decoder.decode(value, { stream: true })));
    }
  } catch (error) {
    reader.cancel().catch(() => undefined);
    throw error;
  }
}

function decode(work: () => string): string {
  try {
    return work();
  } catch {
    throw new BodyProblem(answers.notUtf8);
  }
}

/** Settles with the work, or with the signal's reason as soon as it fires: a transport that ignores the signal cannot delay the caller. */
function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
