/** Connects log, metrics, readiness and the operators' port of a running service. */
import type { Quota } from '../quota.ts';
import type { Store } from '../store.ts';
import type { HttpUpstream } from '../upstream/http.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { createLog } from '../log.ts';
import { openAdmin, watchReadiness, type Admin } from './admin.ts';
import { createMetrics } from './metrics.ts';
import { observeUpstream, watchRequests } from './requests.ts';

interface OperationOptions {
  readonly log?: ((line: string) => void) | undefined;
  readonly now: () => number;
  readonly store: Store;
  readonly upstream: Upstream | HttpUpstream;
  readonly quota: Quota;
  /** The host of the operators' port; loopback by default. */
  readonly adminHost?: string | undefined;
  readonly version?: string | undefined;
  readonly operations: ReadonlyMap<string, string>;
  readonly document: () => unknown;
}

export function openOperation(options: OperationOptions) {
  const { log: printLine, now, store, upstream, operations, document, quota, adminHost, version = 'unknown' } = options;
  const log = createLog(printLine, now);
  const httpUpstream = 'breaker' in upstream ? upstream : undefined;
  const metrics = createMetrics({
    version,
    quota,
    upstream: httpUpstream,
    isStoreReachable: () => readiness.isStoreReachable(),
  });
  const observedUpstream = observeUpstream(upstream, {
    noteCall(call) {
      metrics.countCall(call);
      readiness.noteCall(call);
    },
    noteTurnedAway: metrics.countTurnedAway,
  });
  const readiness = watchReadiness(store, observedUpstream, httpUpstream?.breaker);
  const requestWatch = watchRequests(log, operations, metrics.countRequest);
  let isEnding = false;
  let admin: Admin | undefined;
  return {
    log,
    upstream: observedUpstream,
    watch: {
      begin: requestWatch.begin,
      refuseUnread(code: string | undefined) {
        metrics.countUnread();
        requestWatch.refuseUnread(code);
      },
    },
    /** @throws if the port is taken. */
    async listen(port: number) {
      return (admin = await openAdmin({
        port,
        host: adminHost,
        metrics,
        readReadiness: readiness.read,
        isEnding: () => isEnding,
        document,
      }));
    },
    /** Makes the service not ready, so that balancers send callers elsewhere. */
    startEnding: () => (isEnding = true),
    isEnding: () => isEnding,
    async close() {
      metrics.close();
      await admin?.close();
    },
  };
}
