/** Whether requests can be served: the store answers, and the upstream takes the credential. */
import type { Store } from '../store/store.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { describeFault } from '../log/fault-text.ts';
import type { UpstreamCall } from './observed-upstream.ts';

/** `ok`, or what is wrong. */
type Check = string;

export interface Readiness {
  readonly ready: boolean;
  readonly store: Check;
  readonly upstream: Check;
}

export interface ReadinessWatch {
  /** Told of every call of the upstream, which saves asking it. */
  readonly noteCall: (call: UpstreamCall) => void;
  readonly read: () => Promise<Readiness>;
}

/** An upstream that was heard of within this time is not asked again. */
const FRESH_MILLISECONDS = 30_000;
const PROBE = new URLSearchParams({ limit: '1' });

/** @param upstream observed, so that its answer to the question is noted. */
export function watchReadiness(store: Store, upstream: Upstream): ReadinessWatch {
  let lastStatus: number | undefined;
  let askedAt = -Infinity;
  let isAccepted = false;
  let asking: Promise<unknown> | undefined;
  const noteCall = ({ status }: UpstreamCall) => {
    askedAt = performance.now();
    lastStatus = status;
    if (isRefused(status)) isAccepted = false;
    else if (status !== undefined && status < 500) isAccepted = true;
  };
  const probe = async () => {
    if (performance.now() - askedAt < FRESH_MILLISECONDS) return;
    asking ??= upstream.list(PROBE).finally(() => (asking = undefined));
    await asking;
  };
  /** Once accepted, a credential is good until it is refused: an upstream that is away for a while is no reason to stop serving 503. */
  const checkUpstream = async (): Promise<Check> => {
    try {
      await probe();
    } catch (fault) {
      return describeFault(fault);
    }
    if (isAccepted) return 'ok';
    if (isRefused(lastStatus)) return `the credential is refused with ${lastStatus}`;
    return lastStatus === undefined ? 'it cannot be reached' : `it answers ${lastStatus}`;
  };
  const checkStore = async (): Promise<Check> => {
    try {
      await store.readKeys();
      return 'ok';
    } catch (fault) {
      return describeFault(fault);
    }
  };
  return {
    noteCall,
    async read() {
      const [inStore, ofUpstream] = await Promise.all([checkStore(), checkUpstream()]);
      return { ready: inStore === 'ok' && ofUpstream === 'ok', store: inStore, upstream: ofUpstream };
    },
  };
}

function isRefused(status: number | undefined): boolean {
  return status === 401 || status === 403;
}
