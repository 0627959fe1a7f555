/** Callers that ask for more than the quota over 50 connections, while instances and servers are killed between their answers. */
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Seeded } from '#tests/support/worlds/seeded.ts';

export interface Answers {
  /** Answers with a complete body, by their status; 0: none arrived. */
  readonly byStatus: ReadonlyMap<number, number>;
  readonly served: number;
  readonly kills: number;
}

export interface Load {
  /** Where to send the n-th request. */
  readonly urlOf: (n: number) => string;
  readonly key: string;
  readonly quota: number;
  /** Run one after another, each at a moment of its own between the first and the last served request. */
  readonly kills: readonly (() => Promise<void>)[];
}

const CONNECTIONS = 50;
/** Beyond the quota: so many must be refused, after the last kill. */
const REFUSED = 200;
const AFTER_FAILURE_MS = 20;

/** Sends until so many were refused, so that a booking that a kill has undone would be seen as served twice. */
export async function sendLoad({ urlOf, key, quota, kills }: Load, chance: Seeded): Promise<Answers> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const byStatus = new Map<number, number>();
  const due = kills.map(() => chance.between(1, Math.floor(quota * 0.98))).toSorted((a, b) => a - b);
  const served = () => byStatus.get(200) ?? 0;
  let sent = 0;
  let begun = 0;
  let killed = 0;
  let refusedAtEnd = 0;

  /** Callers wait for a kill that is due, so that each meets a service at work: those in flight, and those that follow while it restarts. */
  const isKillDue = () => begun < kills.length && served() >= (due[begun] ?? 0);
  const killing = (async () => {
    for (const kill of kills) {
      // A quota that was used up before the last kill must stay so after it.
      while (!isKillDue() && !byStatus.has(429)) await wait(1);
      begun += 1;
      await kill();
      killed += 1;
    }
  })();
  const caller = async () => {
    while (refusedAtEnd < REFUSED) {
      if (kills.length === 0 && sent >= quota + REFUSED) return;
      if (isKillDue()) {
        await wait(1);
        continue;
      }
      sent += 1;
      const status = await ask(`${urlOf(sent)}/service/v1/timelogs`, key, agent);
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
      if (status === 429 && killed === kills.length) refusedAtEnd += 1;
      if (status !== 200) await wait(AFTER_FAILURE_MS);
    }
  };
  await Promise.all([killing, ...Array.from({ length: CONNECTIONS }, caller)]);
  agent.destroy();
  return { byStatus, served: served(), kills: killed };
}

function ask(url: string, key: string, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    const asked = request(url, { agent, headers: { authorization: `Bearer ${key}` } }, (answer) => {
      answer.on('error', () => resolve(0));
      answer.resume().on('end', () => resolve(answer.complete ? (answer.statusCode ?? 0) : 0));
    });
    asked.on('error', () => resolve(0));
    asked.end();
  });
}
