/** The proving service in its own Node process, so that benches and fault campaigns measure the client alone. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ProvingControl, ProvingOptions, ProvingService } from './proving-service.ts';
import type { Order, Report } from './service-host.ts';

export interface ServiceProcess extends ProvingService {
  readonly pid: number;
}

interface ProcessOptions extends ProvingOptions {
  /** The most its JavaScript heap may grow to; Node's own choice by default. */
  readonly heapMegabytes?: number;
}

/** Records travel between the processes in portions. */
const PORTION = 5_000;

/** Resolves when the service listens. @throws with its reason if it does not come up. */
export async function startServiceProcess({ heapMegabytes, ...options }: ProcessOptions = {}): Promise<ServiceProcess> {
  const child = fork(join(import.meta.dirname, 'service-host.ts'), {
    execArgv: heapMegabytes === undefined ? [] : [`--max-old-space-size=${heapMegabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const line = new Line(child);
  const { url, key } = await line.start(options);
  return { url, key, pid: child.pid ?? 0, control: controlOver(line), stop: () => line.stop() };
}

function controlOver(line: Line): ProvingControl {
  const call =
    <K extends keyof ProvingControl>(name: K) =>
    (...parameters: Parameters<ProvingControl[K]>) =>
      line.call(name, parameters) as ReturnType<ProvingControl[K]>;
  return {
    move: call('move'),
    moved: call('moved'),
    setMovesPerRead: call('setMovesPerRead'),
    truth: call('truth'),
    advance: call('advance'),
    planFaults: call('planFaults'),
    tally: call('tally'),
    liveVersions: call('liveVersions'),
    async liveRecords(fromId = '0', most = Infinity) {
      const portion = call('liveRecords');
      const found: Awaited<ReturnType<typeof portion>> = [];
      for (let from = fromId; found.length < most;) {
        const next = await portion(from, Math.min(PORTION, most - found.length));
        found.push(...next);
        const last = next.at(-1);
        if (!last || next.length < PORTION) break;
        from = String(Number(last.id) + 1);
      }
      return found;
    },
  };
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** Numbered calls over the channel; pending ones fail when the process ends. */
class Line {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #number = 0;

  constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', (report: Report) => this.#take(report));
    child.once('exit', () => this.#abandon('The service process has ended'));
  }

  start(options: ProvingOptions): Promise<{ readonly url: string; readonly key: string }> {
    return this.#ask(0, { start: options }) as Promise<{ url: string; key: string }>;
  }

  call(name: keyof ProvingControl, parameters: readonly unknown[]): Promise<unknown> {
    this.#number += 1;
    return this.#ask(this.#number, { number: this.#number, call: name, parameters });
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.send({ stop: true } satisfies Order);
    const patience = setTimeout(() => this.#child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(patience);
  }

  #ask(number: number, order: Order): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#child.send(order, (error) => {
        if (error) reject(error);
      });
    });
  }

  #take(report: Report): void {
    const number = 'number' in report ? (report.number ?? 0) : 0;
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    if ('failure' in report) {
      waiting?.reject(new Error(report.failure));
      if (number === 0) this.#child.kill();
    } else waiting?.resolve('result' in report ? report.result : report);
  }

  #abandon(reason: string): void {
    for (const waiting of this.#waiting.values()) waiting.reject(new Error(reason));
    this.#waiting.clear();
  }
}
