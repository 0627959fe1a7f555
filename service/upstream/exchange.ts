/** Calls the CRM once it has a turn, within limits on time and response size, and until the caller disconnects. */
import type { IncomingHttpHeaders } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import { Agent, EnvHttpProxyAgent, request } from 'undici';
import { upstreamTexts as texts } from '#service-texts/service.ts';
import { describeWithoutMessages } from '../log.ts';
import type { Breaker } from './breaker.ts';
import type { CallKind, Permits } from './permits.ts';
import { parsePlatformJson } from './platform-json.ts';
import { isDailyLimit, type UpstreamFailure } from './upstream.ts';

export interface ExchangeOptions {
  /** The collection of the object type, e.g. `https://api.example.test/crm/v3/objects/2-123456`. */
  readonly url: string;
  /** Called before each request, with the token that the platform has just rejected, if any. */
  readonly token: (rejected?: string) => string | Promise<string>;
  /** The time limit of one call; 15 seconds by default. */
  readonly timeoutMilliseconds?: number;
  /** The time limit of everything for one caller, including waiting and a second attempt; 30 seconds by default. */
  readonly exchangeMilliseconds?: number;
  /** The maximum size of a decoded response; 16 MiB by default. */
  readonly responseBytes?: number;
}

export interface Call {
  readonly kind: CallKind;
  readonly path: string;
  /** JSON for a POST; without it the call is a GET. */
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
  /** The account of the key, because turns are shared out by account. */
  readonly account: number;
  readonly trace?: string | undefined;
}

interface ExchangeResponse {
  readonly ok: true;
  readonly status: number;
  /** Decoded; the token is hidden in errors. */
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly correlationId?: string;
}

export type Outcome = ExchangeResponse | { readonly ok: false; readonly failure: UpstreamFailure };

const CALL_MILLISECONDS = 15_000;
const EXCHANGE_MILLISECONDS = 30_000;
const RESPONSE_BYTES = 16 * 1_048_576;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

export interface Exchanges {
  readonly options: ExchangeOptions;
  readonly permits: Permits;
  readonly breaker: Breaker;
}

/**
 * Calls the platform. Retries once: after a 401 with a renewed token, or after the pause that a short rate limit demands if the caller's time
 * allows it.
 */
export async function exchange(exchanges: Exchanges, call: Call): Promise<Outcome> {
  const { options, breaker } = exchanges;
  if (breaker.retrySeconds() > 0) return breaker.refuse();
  const startedAt = performance.now();
  const timeLimit = options.exchangeMilliseconds ?? EXCHANGE_MILLISECONDS;
  const bounds = combineSignals(timeLimit, call.signal, breaker.signal);
  try {
    return await exchangeWithin(exchanges, call, { signal: bounds.signal, endsAt: startedAt + timeLimit });
  } finally {
    bounds.release();
  }
}

interface TimeBounds {
  readonly signal: AbortSignal;
  readonly endsAt: number;
}

async function exchangeWithin(exchanges: Exchanges, call: Call, { signal, endsAt }: TimeBounds): Promise<Outcome> {
  const { options, breaker } = exchanges;
  const token = await options.token();
  const first = await callInTurn(exchanges, { ...call, signal }, token);
  if (!first.ok) return breaker.retrySeconds() > 0 && !call.signal.aborted ? breaker.refuse() : first;
  if (first.status === 401) {
    const renewed = await options.token(token);
    return renewed === token ? first : callInTurn(exchanges, { ...call, signal }, renewed);
  }
  if (first.status !== 429 || isDailyLimit(parsePlatformJson(first.body.toString()))) return first;
  const wait = readRetryDelay(first);
  return performance.now() + wait < endsAt ? callInTurn(exchanges, { ...call, signal }, token) : first;
}

async function callInTurn(exchanges: Exchanges, call: Call, token: string): Promise<Outcome> {
  const { options, permits, breaker } = exchanges;
  let end: (() => void) | undefined;
  try {
    const turn = await permits.take(call.kind, call.signal, call.account);
    if (!turn.ok) return { ok: false, failure: { kind: 'busy', ...turn } };
    end = turn.end;
    const outcome = await sendWithTimeout(options, call, token, turn.lost);
    const hasAnswered = outcome.ok || outcome.failure.kind !== 'unreachable';
    if (hasAnswered || outcome.failure.failed === true) breaker.note(hasAnswered);
    if (outcome.ok && outcome.status === 429 && !isDailyLimit(parsePlatformJson(outcome.body.toString())))
      permits.pause(readRetryDelay(outcome));
    return outcome;
  } catch (fault) {
    return { ok: false, failure: { kind: 'unreachable', cause: describeWithoutMessages(fault) } };
  } finally {
    end?.();
  }
}

/** Sends one call with a time limit. A timeout or a failed connection counts as a failure of the platform; an abort does not. */
export async function sendWithTimeout(
  options: ExchangeOptions,
  call: Call,
  token: string,
  lost?: AbortSignal,
): Promise<Outcome> {
  const abortSignals = lost ? [call.signal, lost] : [call.signal];
  const bounds = combineSignals(options.timeoutMilliseconds ?? CALL_MILLISECONDS, ...abortSignals);
  try {
    return await send(options, call, token, bounds.signal);
  } catch (fault) {
    const failed = !abortSignals.some(({ aborted }) => aborted);
    const cause = describeWithoutMessages(bounds.signal.aborted ? bounds.signal.reason : fault);
    return { ok: false, failure: { kind: 'unreachable', cause, failed } };
  } finally {
    bounds.release();
  }
}

/** Like `AbortSignal.any` with a timeout, but `release` removes its listeners from long-lived signals. */
function combineSignals(milliseconds: number, ...signals: readonly AbortSignal[]) {
  const controller = new AbortController();
  const follow = ({ target }: Event) => {
    if (target instanceof AbortSignal) controller.abort(target.reason);
  };
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason);
    else signal.addEventListener('abort', follow, { once: true });
  }
  const timeout = setTimeout(() => controller.abort(new DOMException('Too late', 'TimeoutError')), milliseconds);
  return {
    signal: controller.signal,
    release() {
      clearTimeout(timeout);
      for (const signal of signals) signal.removeEventListener('abort', follow);
    },
  };
}

const SHORT_WAIT_MILLISECONDS = 2_000;
const SECONDLY_MILLISECONDS = 1_000;

/** Reads how long to pause after the platform's short rate limit, from the header or from the name of the limit. */
function readRetryDelay({ headers, body }: ExchangeResponse): number {
  const seconds = Number(headers['retry-after']);
  if (headers['retry-after'] !== undefined && seconds >= 0) return Math.max(100, seconds * 1_000);
  const text = body.toString();
  const interval = /ten_secondly|ten.seconds/i.test(text)
    ? 10_000
    : /secondly/i.test(text)
      ? SECONDLY_MILLISECONDS
      : undefined;
  return interval ?? SHORT_WAIT_MILLISECONDS;
}

async function send(options: ExchangeOptions, call: Call, token: string, signal: AbortSignal): Promise<Outcome> {
  const maxBytes = options.responseBytes ?? RESPONSE_BYTES;
  const response = await request(`${options.url.replace(/\/+$/, '')}${call.path}`, {
    dispatcher: connections,
    method: call.body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      'user-agent': 'timelog-service',
      'accept-encoding': 'gzip',
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(call.trace === undefined ? {} : { traceparent: call.trace }),
    },
    body: call.body ?? null,
    signal,
  });
  const { statusCode: status, headers } = response;
  if (status >= 300 && status < 400) {
    await response.body.dump();
    // The token must not go to another address.
    throw new DOMException('The platform sends elsewhere', 'Redirected');
  }
  const trace = readCorrelation(headers, token);
  const body = await readBody(response.body, /^(x-)?gzip$/i.test(String(headers['content-encoding']).trim()), maxBytes);
  if (body)
    return {
      ok: true,
      status,
      body: status < 300 ? body : hideToken(token, body),
      headers: pickRetryAfter(headers),
      ...trace,
    };
  const cause = `answered ${status} with more than ${maxBytes} bytes`;
  return { ok: false, failure: { kind: 'unusable', message: texts.answerTooLarge(maxBytes), cause, ...trace } };
}

/** Connections stay open between calls. The environment's proxy is used if Node's own settings say so. */
const usesProxy =
  process.env['NODE_USE_ENV_PROXY'] === '1' ||
  [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ').includes('--use-env-proxy');
const connections = usesProxy ? new EnvHttpProxyAgent() : new Agent();

/** Callers see the platform's errors, which might quote the token. */
function hideToken(token: string, body: Buffer): Buffer {
  return token.trim() === '' ? body : Buffer.from(body.toString().replaceAll(token.trim(), '[hidden]'));
}

/** @returns undefined if the decoded body exceeds `maxBytes`; reading stops there. */
function readBody(stream: Readable, isZipped: boolean, maxBytes: number): Promise<Buffer | undefined> {
  // A failure of either stream surfaces while reading. An empty body may be declared as gzip.
  const body = isZipped
    ? pipeline(stream, createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }), () => undefined)
    : stream;
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    body.on('error', reject).on('end', () => resolve(removeByteOrderMark(Buffer.concat(chunks))));
    body.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size <= maxBytes) return chunks.push(chunk);
      resolve(undefined);
      return body.destroy();
    });
  });
}

/** Some gateways write a byte order mark, which JSON does not allow. */
function removeByteOrderMark(body: Buffer): Buffer {
  return body.subarray(0, 3).equals(BYTE_ORDER_MARK) ? body.subarray(3) : body;
}

/** Forwards only `retry-after`, because other headers about limits concern the company and would reveal the platform. */
function pickRetryAfter({ 'retry-after': wait }: IncomingHttpHeaders): Record<string, string> {
  return wait === undefined ? {} : { 'retry-after': wait };
}

/** Accepts any vendor's correlation header, unless its value contains the token. */
function readCorrelation(headers: IncomingHttpHeaders, token: string): { correlationId?: string } {
  const [, id] = Object.entries(headers).find(([name]) => /(^|-)correlation-id$/i.test(name)) ?? [];
  return typeof id !== 'string' || id.includes(token.trim()) ? {} : { correlationId: id };
}
