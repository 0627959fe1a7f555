/** Everything that can go wrong on the way to the service and back, and how a client handles each. */

/** The three ways in which records are read. */
export const operations = ['list', 'batch', 'search'] as const;
export type Operation = (typeof operations)[number];

export const tcpFaults = ['latency', 'down', 'slow close', 'reset', 'slicer', 'cut', 'stall', 'half-open'] as const;
export type TcpFault = (typeof tcpFaults)[number];

export const httpFaults = [
  '401',
  '403',
  '429 with a good reset',
  '429 without a reset',
  '429 with a past reset',
  '429 with a garbage reset',
  '500',
  '503',
  'upstream error',
  'truncated JSON',
  'wrong types',
  'bad UTF-8',
  'cut gzip',
  'redirect',
  'foreign next link',
  'repeated cursor',
  'empty body',
] as const;
export type HttpFault = (typeof httpFaults)[number];

export type WireFault = TcpFault | HttpFault;
export const wireFaults: readonly WireFault[] = [...tcpFaults, ...httpFaults];

/** How a sync that meets a fault ends: complete, or with a named error. */
export interface Expected {
  /** The codes it may end with; none: it has to continue as if nothing had happened. */
  readonly codes: readonly string[];
  /** Whether it may be complete all the same. */
  readonly mayBeWhole: boolean;
  /** Whether a retry overcomes a fault that strikes only once. */
  readonly isRetried: boolean;
}

const harmless: Expected = { codes: [], mayBeWhole: true, isRetried: false };
const ends = (...codes: readonly string[]): Expected => ({ codes, mayBeWhole: false, isRetried: false });
const retried = (...codes: readonly string[]): Expected => ({ codes, mayBeWhole: false, isRetried: true });
const quota = ends('quota-exhausted');
const changed = ends('service-changed');

export const expectedOf: Readonly<Record<WireFault, Expected>> = {
  latency: harmless,
  down: ends('offline'),
  'slow close': harmless,
  reset: retried('offline'),
  slicer: harmless,
  cut: retried('offline'),
  // A deadline is one over all tries.
  stall: ends('offline'),
  'half-open': ends('offline'),
  '401': ends('key-rejected'),
  '403': ends('key-deactivated'),
  '429 with a good reset': quota,
  '429 without a reset': quota,
  '429 with a past reset': quota,
  '429 with a garbage reset': quota,
  '500': retried('service-failed'),
  '503': retried('service-busy'),
  'upstream error': ends('upstream-failed'),
  'truncated JSON': changed,
  'wrong types': changed,
  'bad UTF-8': changed,
  'cut gzip': { codes: ['service-changed', 'offline'], mayBeWhole: true, isRetried: false },
  redirect: changed,
  // On a last page a link without a cursor breaks the promise that there is one.
  'foreign next link': { codes: ['service-changed'], mayBeWhole: true, isRetried: false },
  'repeated cursor': { codes: ['service-changed'], mayBeWhole: true, isRetried: false },
  'empty body': changed,
};

/** The requests that meet the fault: from the n-th of an operation on, so many or until it is over. */
export interface Strike {
  readonly fault: WireFault;
  readonly operation: Operation;
  /** From 1. */
  readonly from: number;
  readonly times: number;
  /** In [0, 1): where in an answer, or which form of the fault. */
  readonly share: number;
}

export function isTcp(fault: WireFault): fault is TcpFault {
  return (tcpFaults as readonly string[]).includes(fault);
}

/** Counts the requests of one operation and decides which of them meet the fault. */
export class Striker {
  readonly strike: Strike;
  struck = 0;
  #seen = 0;

  constructor(strike: Strike) {
    this.strike = strike;
  }

  hits(operation: Operation): boolean {
    const { operation: wanted, from, times } = this.strike;
    if (operation !== wanted) return false;
    this.#seen += 1;
    if (this.#seen < from || this.struck >= times) return false;
    this.struck += 1;
    return true;
  }
}

/** @returns the operation of a request, from its first line on the wire. */
export function readOperation(line: string): Operation | undefined {
  const [, method, path = ''] = /^(GET|POST) (\S+)/.exec(line) ?? [];
  if (method === 'GET') return 'list';
  if (method !== 'POST') return undefined;
  return path.endsWith('/search') ? 'search' : 'batch';
}
