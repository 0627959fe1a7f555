/** What operators watch, in the text format of Prometheus. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FinishedRequest } from './requests.ts';
import type { UpstreamCall } from './observed-upstream.ts';

export interface Metrics {
  readonly countRequest: (finished: FinishedRequest) => void;
  readonly countUnread: () => void;
  readonly countCall: (call: UpstreamCall) => void;
  readonly countTurnedAway: (operation: string) => void;
  /** The whole page as of now. */
  render(): string;
  close(): void;
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const BOUNDS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const NANOSECONDS = 1e9;

export function createMetrics(): Metrics {
  const requests = new Counter('timelogs_requests_total', 'Requests answered; status 0: the caller hung up before.');
  const unread = new Counter('timelogs_unread_total', 'Connections that sent no readable request.');
  const calls = new Counter(
    'timelogs_upstream_calls_total',
    'Calls of the upstream; status 0: it could not be reached.',
  );
  const turnedAway = new Counter(
    'timelogs_turned_away_total',
    'Requests for which the upstream was not asked: too many calls of it waited.',
  );
  const durations = new Histogram('timelogs_request_duration_seconds', 'From the head of a request to its end.');
  const callDurations = new Histogram('timelogs_upstream_call_duration_seconds', 'How long the upstream took.');
  const lag = monitorEventLoopDelay({ resolution: 20 });
  lag.enable();
  return {
    countRequest({ operation, status, milliseconds }) {
      requests.add({ operation, status: status ?? 0 });
      durations.add({ operation }, milliseconds / 1000);
    },
    countUnread: () => unread.add({}),
    countCall({ operation, status, milliseconds }) {
      calls.add({ operation, status: status ?? 0 });
      callDurations.add({ operation }, milliseconds / 1000);
    },
    countTurnedAway: (operation) => turnedAway.add({ operation }),
    render() {
      const lines = [requests, unread, calls, turnedAway, durations, callDurations].flatMap((each) => each.render());
      lines.push(...renderProcess(lag.percentile(99) / NANOSECONDS));
      lag.reset();
      return `${lines.join('\n')}\n`;
    },
    close: () => lag.disable(),
  };
}

type Labels = Readonly<Record<string, string | number>>;

/** Labels come from fixed lists alone: nothing that is sent can add a line without end. */
function writeLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function describe(name: string, help: string, type: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

class Counter {
  readonly #name: string;
  readonly #help: string;
  readonly #counts = new Map<string, number>();

  constructor(name: string, help: string) {
    this.#name = name;
    this.#help = help;
  }

  add(labels: Labels): void {
    const written = writeLabels(labels);
    this.#counts.set(written, (this.#counts.get(written) ?? 0) + 1);
  }

  render(): string[] {
    const samples = [...this.#counts].map(([labels, count]) => `${this.#name}${labels} ${count}`);
    return [...describe(this.#name, this.#help, 'counter'), ...samples];
  }
}

interface Observed {
  readonly labels: Labels;
  /** How many took at most each bound, and in the end all. */
  readonly within: number[];
  sum: number;
}

class Histogram {
  readonly #name: string;
  readonly #help: string;
  readonly #observed = new Map<string, Observed>();

  constructor(name: string, help: string) {
    this.#name = name;
    this.#help = help;
  }

  add(labels: Labels, seconds: number): void {
    const written = writeLabels(labels);
    const observed = this.#observed.get(written) ?? {
      labels,
      within: [...BOUNDS_SECONDS, Infinity].map(() => 0),
      sum: 0,
    };
    this.#observed.set(written, observed);
    observed.sum += seconds;
    [...BOUNDS_SECONDS, Infinity].forEach((bound, index) => {
      if (seconds <= bound) observed.within[index] = (observed.within[index] ?? 0) + 1;
    });
  }

  render(): string[] {
    const samples = [...this.#observed].flatMap(([written, { labels, within, sum }]) => [
      ...within.map((count, index) => {
        const le = index < BOUNDS_SECONDS.length ? String(BOUNDS_SECONDS[index]) : '+Inf';
        return `${this.#name}_bucket${writeLabels({ ...labels, le })} ${count}`;
      }),
      `${this.#name}_sum${written} ${sum}`,
      `${this.#name}_count${written} ${within.at(-1) ?? 0}`,
    ]);
    return [...describe(this.#name, this.#help, 'histogram'), ...samples];
  }
}

function renderProcess(lagSeconds: number): string[] {
  const { user, system } = process.cpuUsage();
  const started = performance.timeOrigin / 1000;
  const gauges: readonly [name: string, help: string, value: number][] = [
    ['process_resident_memory_bytes', 'Memory in use.', process.memoryUsage.rss()],
    ['process_start_time_seconds', 'When the process started, in seconds since 1970.', started],
    [
      'nodejs_eventloop_lag_p99_seconds',
      'How late timers ran since the last scrape.',
      Number.isFinite(lagSeconds) ? lagSeconds : 0,
    ],
  ];
  return [
    ...describe('process_cpu_seconds_total', 'Time on the processor.', 'counter'),
    `process_cpu_seconds_total ${(user + system) / 1e6}`,
    ...gauges.flatMap(([name, help, value]) => [...describe(name, help, 'gauge'), `${name} ${value}`]),
  ];
}
