/** Counts and measures requests and calls, and writes the metrics in the text format of Prometheus. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { HttpUpstream } from '../upstream/http.ts';
import type { Quota } from '../quota.ts';
import type { FinishedRequest, UpstreamCall } from './requests.ts';

interface MetricsOptions {
  readonly version: string;
  readonly quota: Quota;
  readonly upstream?: HttpUpstream | undefined;
  /** Whether the store responded to the last check. */
  readonly isStoreReachable: () => boolean;
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const BOUNDS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const LAG_BOUNDS_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
const LAG_INTERVAL_MS = 100;

export type Metrics = ReturnType<typeof createMetrics>;

/** Labels come from fixed lists or name the few keys with least quota left, so that callers cannot inflate the page. */
export function createMetrics({ version, quota, upstream, isStoreReachable }: MetricsOptions) {
  const registry = new Registry();
  const registers = [registry];
  const addCounter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name: `timelogs_${name}`, help, labelNames, registers });
  const addHistogram = (name: string, help: string, labelNames: string[] = [], buckets = BOUNDS_SECONDS) =>
    new Histogram({ name: `timelogs_${name}`, help, labelNames, buckets, registers });
  const addGauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `timelogs_${name}`,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });

  const requests = addCounter('requests_total', 'Requests answered; status 0: the caller hung up before.', [
    'operation',
    'status',
    'reason',
  ]);
  const refunds = addCounter('refunds_total', 'Requests that were given back, because they could not be served.');
  const unread = addCounter('unread_total', 'Connections that sent no readable request.');
  const calls = addCounter('upstream_calls_total', 'Calls of the upstream; status 0: it could not be reached.', [
    'operation',
    'status',
  ]);
  const turnedAway = addCounter(
    'turned_away_total',
    'Requests for which the upstream was not asked: no turn was to be had.',
    ['operation'],
  );
  const durations = addHistogram('request_duration_seconds', 'From the head of a request to its end.', ['operation']);
  const callDurations = addHistogram('upstream_call_duration_seconds', 'How long the upstream took.', ['operation']);
  const lag = addHistogram(
    'eventloop_lag_seconds',
    'How late a timer ran, ten times a second.',
    [],
    LAG_BOUNDS_SECONDS,
  );
  addGauge('store_up', 'Whether the store answered when it was last asked.', () => (isStoreReachable() ? 1 : 0));
  if (upstream) {
    const { permits, breaker } = upstream;
    addGauge('upstream_calls_running', 'Calls of the upstream in flight.', () => permits.state.running);
    addGauge('upstream_calls_waiting', 'Requests that wait for a turn.', () => permits.state.waiting);
    addGauge('breaker_open_seconds', 'How long the upstream has not answered; 0: it does.', () => breaker.openSeconds);
  }
  registry.registerMetric(
    new Gauge({
      name: 'timelogs_quota_remaining_ratio',
      help: 'What is left of the day, of the 50 accounts that have least left here.',
      labelNames: ['account'],
      registers: [],
      collect() {
        this.reset();
        for (const { account, limit, remaining } of quota.readState()) this.set({ account }, remaining / limit);
      },
    }),
  );
  const build = { name: 'timelogs_build_info', help: 'What runs.', labelNames: ['version', 'node'], registers };
  new Gauge(build).set({ version, node: process.version }, 1);
  // Every scrape would reset the library's event-loop figures for all other scrapers.
  collectDefaultMetrics({ register: registry });
  for (const name of registry.getMetricsAsArray().map((metric) => metric.name))
    if (name.startsWith('nodejs_eventloop')) registry.removeSingleMetric(name);

  let dueAt = performance.now() + LAG_INTERVAL_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    lag.observe(Math.max(0, now - dueAt) / 1_000);
    dueAt = now + LAG_INTERVAL_MS;
  }, LAG_INTERVAL_MS).unref();
  return {
    countRequest: ({ operation, status, milliseconds, reason, isRefunded }: FinishedRequest) => {
      requests.inc({ operation, status: status ?? 0, reason: reason ?? 'none' });
      if (isRefunded) refunds.inc();
      durations.observe({ operation }, milliseconds / 1_000);
    },
    countUnread: () => unread.inc(),
    countCall({ operation, status, milliseconds }: UpstreamCall) {
      calls.inc({ operation, status: status ?? 0 });
      callDurations.observe({ operation }, milliseconds / 1_000);
    },
    countTurnedAway: (operation: string) => turnedAway.inc({ operation }),
    render: () => registry.metrics(),
    close: () => clearInterval(timer),
  };
}
