/** A CRM that hangs: callers are told so at once, and served again as soon as it answers. */
import { setTimeout as wait } from 'node:timers/promises';
import { judge, type Result } from '../edges/result.ts';
import { startService } from '../edges/service.ts';
import { askOnce, oneConnection, type Reply } from './asking.ts';
import { startCrm } from './fake-crm.ts';

export interface HangingSize {
  /** Of one call. */
  readonly timeoutSeconds: number;
  readonly hangSeconds: number;
  readonly callers: number;
  /** What a refusal that waits for nothing may take. */
  readonly promptMs: number;
  /** How soon one is served after the CRM answers again. */
  readonly backMs: number;
}

const PAUSE_MS = 50;
const ENOUGH_MS = 60_000;

export async function tryHanging(size: HangingSize): Promise<Result> {
  const { timeoutSeconds, hangSeconds, callers, promptMs, backMs } = size;
  const crm = await startCrm();
  const options = [
    '--upstream',
    crm.url,
    '--new-key',
    '--call-limit',
    '1000/1',
    '--upstream-timeout',
    String(timeoutSeconds),
  ];
  const service = await startService(options, 'token\n');
  const key = service.headers['authorization']?.replace('Bearer ', '') ?? '';
  const over = new AbortController();
  const replies: (Reply & { readonly at: number })[] = [];
  const goOn = async () => {
    const agent = oneConnection();
    while (!over.signal.aborted) {
      const reply = await askOnce(service.url, key, agent);
      replies.push({ ...reply, at: performance.now() });
      await wait(PAUSE_MS);
    }
    agent.destroy();
  };
  try {
    const asked = Array.from({ length: callers }, goOn);
    await wait(500);
    crm.hang(true);
    const hung = performance.now();
    await wait((timeoutSeconds + hangSeconds) * 1_000);
    crm.hang(false);
    const back = performance.now();
    const servedAgain = () => replies.find(({ status, at }) => status === 200 && at > back);
    while (!servedAgain() && performance.now() - back < ENOUGH_MS) await wait(10);
    const recovery = (servedAgain()?.at ?? Infinity) - back;
    over.abort();
    await Promise.all(asked);
    // The first that were told so have waited for the CRM; from then on nobody does.
    const refused = replies.filter(({ status, at }) => status === 503 && at > hung && at <= back);
    const opened = Math.min(...refused.map(({ at }) => at));
    const once = refused
      .filter(({ at, milliseconds }) => at - milliseconds > opened)
      .map(({ milliseconds }) => milliseconds);
    const p99 = once.toSorted((a, b) => a - b)[Math.floor(once.length * 0.99)] ?? Infinity;
    const retries = refused.map(({ retry }) => retry);
    return judge(
      `a CRM that hangs: refused after ${((opened - hung) / 1_000).toFixed(1)} s, from then on ${once.length} times with p99 ${p99.toFixed(1)} ms and a wait that grew from ${retries[0]} to ${retries.at(-1)} s; served again ${(recovery / 1_000).toFixed(1)} s after it answered`,
      [p99 <= promptMs, `p99 ${p99.toFixed(0)} ms`],
      [(retries.at(-1) ?? 0) > (retries[0] ?? 0), 'the wait did not grow'],
      [recovery <= backMs, `served again after ${recovery.toFixed(0)} ms`],
    );
  } finally {
    over.abort();
    await service.terminate();
    crm.close();
  }
}
