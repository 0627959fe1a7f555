/** The log: one JSON object per line. It has only named fields, so that no key, token or requested address can leak into it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Booking } from './quota.ts';

export type Log = ReturnType<typeof createLog>;

/** @param print receives each line without a line break. */
export function createLog(print: ((line: string) => void) | undefined, now: () => number) {
  return {
    write: (event: string, fields: Readonly<Record<string, string | number | boolean | null | undefined>>) =>
      print?.(JSON.stringify({ time: new Date(now()).toISOString(), event, ...fields })),
  };
}

/** Who is responsible for a failure. Alarms depend on it, not on the status. */
export type Reason = 'caller' | 'upstream' | 'store' | 'fault';

interface RequestContext {
  key?: number;
  account?: number;
  traceparent?: string | undefined;
  reason?: Reason;
  /** Absent once it is settled or refunded. */
  booking?: Booking;
  isRefunded?: boolean;
  cause?: string;
  upstreamMilliseconds?: number;
  upstreamId?: string;
}

const contextByRequest = new WeakMap<FastifyRequest, RequestContext>();

/** Holds the context of the current request, because the upstream does not know its caller. */
export const requestContext = new AsyncLocalStorage<RequestContext>();

export function getRequestContext(request: FastifyRequest): RequestContext {
  const existingContext = contextByRequest.get(request);
  if (existingContext) return existingContext;
  const context: RequestContext = {};
  contextByRequest.set(request, context);
  return context;
}

const MAX_CAUSES = 5;
const MAX_CHARACTERS = 400;

/** @returns name, code and message of each fault in the cause chain, without anything that could be a secret. */
export function describeFault(fault: unknown): string {
  return describeChain(fault, (error) => [error.name, readCode(error), hideSecrets(error.message)]);
}

/** Leaves out messages, because those of upstream calls may quote headers and with them the token. */
export function describeWithoutMessages(fault: unknown): string {
  return describeChain(fault, (error) => [error.name, readCode(error)]);
}

function describeChain(fault: unknown, listWords: (error: Error) => readonly string[]): string {
  const parts: string[] = [];
  let error = fault;
  while (error instanceof Error && parts.length < MAX_CAUSES) {
    parts.push(
      listWords(error)
        .filter((word) => word !== '')
        .join(' '),
    );
    error = error.cause;
  }
  if (parts.length === 0) parts.push(typeof fault);
  return parts.join(' < ').replace(/\s+/g, ' ').slice(0, MAX_CHARACTERS);
}

function readCode(fault: Error): string {
  const code = 'code' in fault ? fault.code : undefined;
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : '';
}

/** Hides credentials in addresses and every long run of letters and digits, which may be a key or token. */
function hideSecrets(text: string): string {
  return text
    .replace(/bearer\s+[^"'\n]*/gi, 'Bearer [hidden]')
    .replace(/\/\/[^/\s@]*@/g, '//[hidden]@')
    .replace(/[\w+=~-]{24,}/g, '[hidden]');
}

const wordPattern = /^[\w-]{1,64}$/;

/** @returns the text if it is a plain name of at most 64 characters: other servers' texts must not forge lines of the log. */
export function readPlainName(text: unknown): string | undefined {
  return typeof text === 'string' && wordPattern.test(text) ? text : undefined;
}

/** The maximum number of lines that wait for the disk; further ones are dropped. */
const MAX_WAITING = 20_000;
/** The lines of this interval share one write, because a separate write would cost a tenth of a request. */
const GATHERING_MILLISECONDS = 50;

/** The file stays open, so log rotation must copy and truncate. Only its owner may read it. @throws if it cannot be opened. */
export async function openLogFile(path: string) {
  const handle = await open(path, 'a', 0o600);
  let waiting: string[] = [];
  let lost = 0;
  let writing: Promise<void> | undefined;
  const writeAll = async () => {
    while (waiting.length > 0) {
      await wait(GATHERING_MILLISECONDS);
      const batch = waiting;
      waiting = [];
      await handle.appendFile(batch.join('')).catch(() => (lost += batch.length));
    }
    writing = undefined;
  };
  // The lines before a crash explain it, so they are written even then.
  const writeRest = () => {
    if (waiting.length > 0) appendFileSync(path, waiting.join(''));
  };
  process.once('exit', writeRest);
  return {
    print(line: string): void {
      if (waiting.length >= MAX_WAITING) lost += 1;
      else waiting.push(`${line}\n`);
      writing ??= writeAll();
    },
    /** Counts the lines that were dropped because the disk was full or slow. */
    get lost() {
      return lost;
    },
    async close() {
      process.off('exit', writeRest);
      await writing;
      await handle.close();
    },
  };
}
