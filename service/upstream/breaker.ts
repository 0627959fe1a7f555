/** A circuit breaker: after some consecutive calls without a response, callers are refused at once until the upstream responds again. */
import { setMaxListeners } from 'node:events';
import { circuitBreaker, CircuitState, ConsecutiveBreaker, handleAll } from 'cockatiel';
import type { UpstreamFailure } from './upstream.ts';

interface BreakerOptions {
  /** Consecutive calls without a response; 5 by default. */
  readonly failures?: number;
  /** Checks whether the upstream responds again. @throws if it does not respond in time. */
  readonly probe: (signal: AbortSignal) => Promise<void>;
}

const FAILURES = 5;
/** Probe and pause together take less than two seconds, so a recovery is noticed within that time. */
const PROBE_MILLISECONDS = 1_500;
const PAUSE_MILLISECONDS = 250;
const MAX_RETRY_SECONDS = 60;

/** Creates a controller without a limit of listeners, because every call in flight listens to its signal. */
function createController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

export type Breaker = ReturnType<typeof createBreaker>;

export function createBreaker({ failures = FAILURES, probe }: BreakerOptions) {
  const circuit = circuitBreaker(handleAll, {
    breaker: new ConsecutiveBreaker(failures),
    halfOpenAfter: PAUSE_MILLISECONDS,
  });
  let calls = createController();
  let openedAt = 0;
  const scheduleProbe = () =>
    setTimeout(() => {
      circuit.execute(() => probe(AbortSignal.timeout(PROBE_MILLISECONDS))).then(undefined, scheduleProbe);
    }, PAUSE_MILLISECONDS).unref();
  circuit.onBreak(() => {
    if (openedAt !== 0) return;
    openedAt = performance.now();
    calls.abort(new DOMException('The upstream does not answer', 'AbortError'));
    scheduleProbe();
  });
  circuit.onReset(() => {
    openedAt = 0;
    calls = createController();
  });
  const getOpenSeconds = () => (openedAt === 0 ? 0 : (performance.now() - openedAt) / 1_000);
  const getRetrySeconds = () =>
    openedAt === 0 ? 0 : Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.ceil(getOpenSeconds())));
  return {
    /** Aborted when the breaker opens, because calls in flight hang, too. */
    get signal(): AbortSignal {
      return calls.signal;
    },
    get openSeconds() {
      return getOpenSeconds();
    },
    note(hasAnswered: boolean): void {
      if (circuit.state !== CircuitState.Closed) return;
      void circuit
        .execute(() => (hasAnswered ? undefined : Promise.reject(new Error('no answer'))))
        .catch(() => undefined);
    },
    /** 0 while calls are allowed; otherwise a retry delay that grows with the outage. */
    retrySeconds: getRetrySeconds,
    refuse: (): { readonly ok: false; readonly failure: UpstreamFailure } => ({
      ok: false,
      failure: {
        kind: 'busy',
        retrySeconds: getRetrySeconds(),
        reason: 'upstream',
        cause: `the upstream has not answered for ${Math.round(getOpenSeconds())} s`,
      },
    }),
  };
}
