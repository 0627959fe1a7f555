/** One call to the CRM within bounds: its turn, its time, the size of its answer, and the caller's patience. */
import { upstreamTexts as texts } from '#service-texts/refusals.ts';
import { describeCall } from '../log/fault-text.ts';
import type { CallKind, Permits } from './permits/permits.ts';
import type { UpstreamFailure } from './upstream.ts';

export interface ExchangeOptions {
  /** The collection of the object type, e.g. `https://api.example.test/crm/v3/objects/2-123456`. */
  readonly url: string;
  /** Asked before each call; with the token that the platform has just refused where it may be renewed. */
  readonly token: (refused?: string) => string | Promise<string>;
  /** For the whole exchange; 30 seconds by default. */
  readonly timeoutMilliseconds?: number;
  /** The most an answer may have after decoding; 16 MiB by default. */
  readonly answerBytes?: number;
  readonly fetch?: typeof fetch;
}

export interface Call {
  readonly kind: CallKind;
  /** Behind the collection's address, with its query. */
  readonly path: string;
  /** JSON; without it, the call is a GET. */
  readonly body?: string;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
}

export interface Exchanged {
  readonly ok: true;
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly correlationId?: string;
}

type Outcome = Exchanged | { readonly ok: false; readonly failure: UpstreamFailure };

const TIMEOUT_MILLISECONDS = 30_000;
const ANSWER_BYTES = 16 * 1_048_576;

/** A token that the platform refuses is asked for once more: it may have been renewed meanwhile. */
export async function exchange(options: ExchangeOptions, permits: Permits, call: Call): Promise<Outcome> {
  const token = await options.token();
  const first = await takeTurn(options, permits, call, token);
  if (!first.ok || first.status !== 401) return first;
  const renewed = await options.token(token);
  return renewed === token ? first : takeTurn(options, permits, call, renewed);
}

async function takeTurn(options: ExchangeOptions, permits: Permits, call: Call, token: string): Promise<Outcome> {
  const given = AbortSignal.timeout(options.timeoutMilliseconds ?? TIMEOUT_MILLISECONDS);
  const signal = AbortSignal.any([call.signal, given]);
  let end: (() => void) | undefined;
  try {
    const turn = await permits.take(call.kind, signal);
    if (!turn.ok) return { ok: false, failure: { kind: 'busy', retrySeconds: turn.retrySeconds, cause: turn.cause } };
    end = turn.end;
    return await send(options, call, token, turn.lost ? AbortSignal.any([signal, turn.lost]) : signal);
  } catch (fault) {
    return { ok: false, failure: { kind: 'unreachable', cause: describeCall(fault) } };
  } finally {
    end?.();
  }
}

async function send(options: ExchangeOptions, call: Call, token: string, signal: AbortSignal): Promise<Outcome> {
  const most = options.answerBytes ?? ANSWER_BYTES;
  const response = await (options.fetch ?? fetch)(`${options.url.replace(/\/+$/, '')}${call.path}`, {
    method: call.body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(call.body === undefined ? {} : { body: call.body }),
    redirect: 'error',
    signal,
  });
  const { status, headers } = response;
  const trace = readCorrelation(headers, token);
  const text = await readText(response, most);
  if (text !== undefined)
    return { ok: true, status, text: response.ok ? text : hide(token, text), headers: passedOn(headers), ...trace };
  const cause = `answered ${status} with more than ${most} bytes`;
  return { ok: false, failure: { kind: 'unusable', message: texts.answerTooLarge(most), cause, ...trace } };
}

/** Callers are told the platform's refusals: one that quotes the token is not repeated whole. */
function hide(token: string, text: string): string {
  return token.trim() === '' ? text : text.replaceAll(token.trim(), '[hidden]');
}

/** @returns undefined for more bytes than `most`, of which no more are read. Bytes are counted as decoded: few can stand for many. */
async function readText(response: Response, most: number): Promise<string | undefined> {
  if (!response.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> = response.body;
  for await (const chunk of body) {
    size += chunk.byteLength;
    // Leaving the loop cancels the rest.
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** The platform's own rate limits and waits; never the name under which the service tells its daily reset. */
function passedOn(headers: Headers): Record<string, string> {
  const wanted = /^(retry-after|x-.*ratelimit.*)$/i;
  return Object.fromEntries(
    [...headers].filter(([name]) => wanted.test(name) && !name.toLowerCase().startsWith('x-service-')),
  );
}

/** By any vendor's name of the header. A platform that echoes its token there is not quoted. */
function readCorrelation(headers: Headers, token: string): { correlationId?: string } {
  const [, id] = [...headers].find(([name]) => /(^|-)correlation-id$/i.test(name)) ?? [];
  return id === undefined || id.includes(token.trim()) ? {} : { correlationId: id };
}
