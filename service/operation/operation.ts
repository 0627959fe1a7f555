/** What operators see of a running service: its log, its metrics and, on a port of its own, whether it is ready. */
import type { Store } from '../store/store.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { createLog, type Log } from '../log/log.ts';
import { openAdmin, type Admin } from './admin.ts';
import { createMetrics } from './metrics.ts';
import { observeUpstream } from './observed-upstream.ts';
import { watchReadiness } from './readiness.ts';
import { watchRequests, type RequestWatch } from './requests.ts';

export interface OperationOptions {
  readonly log?: ((line: string) => void) | undefined;
  readonly now: () => number;
  readonly store: Store;
  readonly upstream: Upstream;
  /** The name of each operation by method and path. */
  readonly operations: ReadonlyMap<string, string>;
  /** The OpenAPI document. */
  readonly document: () => unknown;
}

export interface Operation {
  readonly log: Log;
  readonly watch: RequestWatch;
  /** The upstream, its calls noted. */
  readonly upstream: Upstream;
  /** @throws if the port is taken. */
  listen(port: number): Promise<Admin>;
  /** From now on no callers are to be sent here. */
  startEnding(): void;
  close(): Promise<void>;
}

export function openOperation({ log: print, now, store, upstream, operations, document }: OperationOptions): Operation {
  const log = createLog(print, now);
  const metrics = createMetrics();
  const observed = observeUpstream(upstream, {
    noteCall(call) {
      metrics.countCall(call);
      readiness.noteCall(call);
    },
    noteTurnedAway: metrics.countTurnedAway,
  });
  const readiness = watchReadiness(store, observed);
  const watched = watchRequests(log, operations, metrics.countRequest);
  let isEnding = false;
  let admin: Admin | undefined;
  return {
    log,
    upstream: observed,
    watch: {
      begin: watched.begin,
      refuseUnread(code) {
        metrics.countUnread();
        watched.refuseUnread(code);
      },
    },
    async listen(port) {
      return (admin = await openAdmin({
        port,
        metrics,
        readReadiness: readiness.read,
        isEnding: () => isEnding,
        document,
      }));
    },
    startEnding: () => (isEnding = true),
    async close() {
      metrics.close();
      await admin?.close();
    },
  };
}
