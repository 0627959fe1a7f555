/** One exchange with the service: booked before it is sent, bounded in time and size, retried only where a retry can help. */
import { setTimeout as wait } from 'node:timers/promises';
import { AppFailure, fail, type AppError } from '../../src/contract/errors.ts';
import { BodyProblem, orAbort, readBody, TooMuch } from './wire/body.ts';
import {
  toFailure,
  isDailyQuota,
  isRetryable,
  MOST_RETRIES,
  readErrorBody,
  redactor,
  RESET_HEADER,
  retryWaitMs,
} from './failures.ts';
import { parseJson, TooManyValues, type Json } from './wire/json.ts';
import type { Account, Ledger } from './quota/ledger.ts';
import { findUnreachableReason } from './unreachable.ts';
import { quotaReset } from './quota/quota-reset.ts';
import { createPace } from './quota/pace.ts';
import { answerProblemTexts as answers } from '#texts/answers.ts';
import type { Attempts } from '../../src/domain/records/record-page.ts';

export interface WireOptions {
  /** Where requests go: scheme, host, port. */
  readonly origin: string;
  readonly account: Account;
  readonly fetch: typeof fetch;
  readonly ledger: Ledger;
  /** The assumed daily quota. */
  readonly limit: number;
  /** Requests a second; 0 = unlimited. */
  readonly rate?: number | undefined;
  /** Epoch milliseconds. */
  readonly now?: (() => number) | undefined;
  /** Over all tries and waits of one exchange. */
  readonly deadlineMs?: number | undefined;
  /** Most bytes of a decoded answer. */
  readonly bodyCapBytes?: number | undefined;
  readonly sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** In [0, 1). */
  readonly random?: (() => number) | undefined;
  /** Told of every attempt, once it is booked. */
  readonly onBooked?: (() => void) | undefined;
}

interface WireRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query, as the interface writes them. */
  readonly path: string;
  readonly body?: string;
  /** Statuses that are answers to this request; all others fail. */
  readonly accept: readonly number[];
  readonly attempts?: Partial<Attempts> | undefined;
}

export interface Answer {
  readonly status: number;
  readonly json: Json;
  /** The service's own clock, epoch milliseconds; undefined without a readable `Date` header. */
  readonly date: number | undefined;
}

/** The answer was not read because it exceeds the size limit: a page with fewer records may fit. */
export class AnswerTooLarge extends AppFailure {}

/** @throws AppFailure for everything that is not an accepted answer · AnswerTooLarge, which is one. */
export type Exchange = (request: WireRequest, signal?: AbortSignal) => Promise<Answer>;

const DEADLINE_MS = 60_000;
/**
 * Of the decoded body. Read, parsed and printed, an answer takes many times its size: larger ones are read in smaller pages. One of 200
 * records with every property takes about a fourth of it.
 */
const BODY_CAP_BYTES = 3 * 1024 * 1024;
const ERROR_BODY_CAP_BYTES = 1024 * 1024;

/** One attempt's end. `retryAfter` and `status` belong to a failure that another try may mend. */
type Outcome =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly error: AppError; readonly tooLarge?: boolean }
  | { readonly kind: 'again'; readonly error: AppError; readonly status?: number; readonly retryAfter: string | null };

export function createExchange(options: WireOptions): Exchange {
  const { now = Date.now, random = Math.random, deadlineMs = DEADLINE_MS } = options;
  const sleep = options.sleep ?? (async (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }));
  const pace = createPace(options.rate ?? 0, sleep);

  return async (request, signal) => {
    const limits = startLimits(deadlineMs, signal);
    const mayBook = () => request.attempts?.mayBook?.() !== false;
    // Until an attempt has failed in a way of its own, the caller's refusal is the reason.
    let failed: AppError = { code: 'cancelled' };
    try {
      for (let retry = 0; ; retry++) {
        await pace(limits.signal);
        limits.signal.throwIfAborted();
        if (!mayBook()) return fail(failed);
        options.ledger.book(options.account, options.limit);
        options.onBooked?.();
        request.attempts?.onBooked?.();
        const outcome = await attempt(options, request, limits.signal, now);
        if (outcome.kind === 'answer') return outcome.answer;
        if (outcome.kind === 'failed' && outcome.tooLarge) throw new AnswerTooLarge(outcome.error);
        if (outcome.kind === 'failed' || retry === MOST_RETRIES) return fail(outcome.error);
        const waitMs = retryWaitMs(retry, outcome.status, outcome.retryAfter, { now: now(), random: random() });
        failed = outcome.error;
        if (waitMs >= limits.leftMs() || !mayBook()) return fail(failed);
        await sleep(waitMs, limits.signal);
      }
    } catch (error) {
      if (error instanceof AppFailure) throw error;
      // No cause: what a transport throws may quote the request, and the request carries the key.
      if (signal?.aborted) return fail({ code: 'cancelled' });
      if (limits.signal.aborted) return fail({ code: 'offline', reason: 'timed-out' });
      throw error;
    } finally {
      limits.end();
    }
  };
}

/** The deadline and the caller's signal as one. By hand, because `AbortSignal.any` keeps hold of a long-lived signal. */
function startLimits(deadlineMs: number, signal: AbortSignal | undefined) {
  const controller = new AbortController();
  const startedAt = performance.now();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, deadlineMs);
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  return {
    signal: controller.signal,
    leftMs: () => deadlineMs - (performance.now() - startedAt),
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
  const where = `${request.method} ${request.path.split('?', 1)[0] ?? ''}`;
  const changed = (what: string, tooLarge = false): Outcome => ({
    kind: 'failed',
    error: { code: 'service-changed', detail: `${where}: ${what}` },
    tooLarge,
  });
  try {
    const response = await orAbort(send(options, request, signal), signal);
    if (response.redirected || (response.status >= 300 && response.status < 400) || response.status === 0) {
      discard(response);
      return changed('redirect');
    }
    if (!request.accept.includes(response.status)) return await refused(options, response, signal, now, changed);
    const text = await readBody(response, options.bodyCapBytes ?? BODY_CAP_BYTES, signal);
    const answer = answered(response, text);
    if (answer || response.ok) return answer ?? changed(answers.notJson);
    // An accepted error status whose body is not JSON comes from a proxy, not from the service.
    return { kind: 'failed', error: { code: 'service-failed', status: response.status } };
  } catch (error) {
    if (error instanceof TooManyValues) return changed(answers.tooManyValues, true);
    if (error instanceof BodyProblem) return changed(error.message, error instanceof TooMuch);
    if (signal.aborted) throw error;
    const reason = findUnreachableReason(error);
    return { kind: 'again', error: { code: 'offline', ...(reason && { reason }) }, retryAfter: null };
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
    // Never followed: a redirect could carry the key elsewhere.
    redirect: 'manual',
    cache: 'no-store',
    credentials: 'omit',
    signal,
  });
}

function answered(response: Response, text: string): Outcome | undefined {
  try {
    return {
      kind: 'answer',
      answer: { status: response.status, json: parseJson(text), date: dateHeader(response) },
    };
  } catch (error) {
    if (error instanceof TooManyValues) throw error;
    return undefined;
  }
}

async function refused(
  options: WireOptions,
  response: Response,
  signal: AbortSignal,
  now: () => number,
  changed: (what: string) => Outcome,
): Promise<Outcome> {
  const { status, headers } = response;
  const body = readErrorBody(await errorText(response, signal));
  if (isDailyQuota(status, headers, body)) {
    const reset = quotaReset(headers.get(RESET_HEADER), dateHeader(response), now());
    return { kind: 'failed', error: options.ledger.exhaust(options.account, reset, options.limit) };
  }
  if (status >= 200 && status < 300) return changed(answers.status(status));
  const error = toFailure(status, body, redactor(options.account.key));
  return isRetryable(status)
    ? { kind: 'again', error, status, retryAfter: headers.get('retry-after') }
    : { kind: 'failed', error };
}

/** An error's body is optional: if it cannot be read, the status alone decides. */
async function errorText(response: Response, signal: AbortSignal): Promise<string> {
  try {
    return await readBody(response, ERROR_BODY_CAP_BYTES, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    return '';
  }
}

function dateHeader(response: Response): number | undefined {
  const time = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(time) ? undefined : time;
}

function discard(response: Response): void {
  response.body?.cancel().catch(() => undefined);
}
