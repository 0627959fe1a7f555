/** Callers as they are: polite ones come back when they are told to, greedy ones at once. */
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { LIST } from '../edges/service.ts';

export interface Reply {
  /** 0: the connection broke, or was refused. */
  readonly status: number;
  /** Nobody was there to take it: it was never sent. */
  readonly unsent: boolean;
  readonly retry: number;
  readonly milliseconds: number;
}

/** One request over a connection of its caller's own. */
export function askOnce(url: string, key: string, agent: Agent): Promise<Reply> {
  const began = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, retry = 0, unsent = false) =>
      resolve({ status, unsent, retry, milliseconds: performance.now() - began });
    const asked = request(`${url}${LIST}`, { agent, headers: { authorization: `Bearer ${key}` } }, (answer) => {
      answer.on('error', () => end(0));
      answer
        .resume()
        .on('end', () =>
          answer.complete ? end(answer.statusCode ?? 0, Number(answer.headers['retry-after'] ?? 0)) : end(0),
        );
    });
    asked.on('error', (fault: NodeJS.ErrnoException) => end(0, 0, fault.code === 'ECONNREFUSED'));
    asked.end();
  });
}

export const oneConnection = () => new Agent({ keepAlive: true, maxSockets: 1 });

/** Asks until so many were served. @returns how often it was told to come back. */
export async function askPolitely(urlOf: (n: number) => string, key: string, wanted: number): Promise<number> {
  const agent = oneConnection();
  let served = 0;
  let refused = 0;
  for (let n = 0; served < wanted; n += 1) {
    const { status, retry } = await askOnce(urlOf(n), key, agent);
    if (status === 200) served += 1;
    else {
      refused += 1;
      await wait(Math.max(retry, 0.1) * 1_000);
    }
  }
  agent.destroy();
  return refused;
}
