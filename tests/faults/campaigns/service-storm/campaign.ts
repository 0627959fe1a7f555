/** Row 16: the service counts what it serves, through kills and crowds, and lets no request decide where its links lead. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { seeded } from '#tests/support/worlds/seeded.ts';
import type { Campaign } from '../campaign-shape.ts';
import { openSlowSockets, tryBodies } from './heavy-bodies.ts';
import { tryHead } from './hostile-heads.ts';
import { startServed, type ServedProcess } from './served-process.ts';
import { ask, LIST, storm } from './storm.ts';

const CONNECTIONS = 50;
/** Of a full campaign of 1,200 requests. */
const KILLS_EACH = 60;
const HEADS_EACH = 12;
const SLOW_EACH = 6;
const HEALTHY = 10;
const PATIENCE_MS = 20_000;

export const serviceStorm: Campaign = {
  row: 16,
  name: 'service-storm',
  holds:
    'never more than the quota is served, nothing of a request is reflected, and healthy requests are still answered',
  promised: 1_200,
  short: 60,
  async run({ count, seed, tell }) {
    const wrong: string[] = [];
    const kills = Math.max(1, Math.floor(count / KILLS_EACH));
    // Used up before the storm is over.
    const quota = Math.max(1, Math.floor(count * 0.75));
    const { answers, killed } = await inFolder(async (folder) => {
      const startDay = dayNow();
      const service = await startServed(folder, quota);
      try {
        const { answers, kills: killed } = await storm(service, {
          requests: count,
          connections: Math.min(CONNECTIONS, Math.ceil(count / 6)),
          kills,
          seed,
        });
        const served = answers.get('200') ?? 0;
        // At UTC midnight another day's quota begins.
        const days = dayNow() === startDay ? 1 : 2;
        if (served > quota * days) wrong.push(`${served} were served of a quota of ${quota}`);
        const booked = bookedIn(folder);
        if (booked < served || booked > quota * days)
          wrong.push(`${booked} are counted, ${served} were served of ${quota}`);
        wrong.push(...findStrange(answers));
        if (days === 1) {
          // What the kills cut was counted, too: from here on nothing is served.
          while (bookedIn(folder) < quota) await ask(service, LIST);
          const last = await ask(service, LIST);
          if (last !== '429') wrong.push(`after the quota a request was answered ${last}`);
        }
        return { answers, killed };
      } finally {
        await service.kill();
      }
    });
    tell(`${count} requests, ${killed} kills, ${answers.get('200') ?? 0} served of ${quota}`);
    const around = await inFolder((folder) => tryAround(folder, count, seed, wrong));
    const told = [...answers]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([status, times]) => `${times} × ${status}`)
      .join(', ');
    return {
      reached: count,
      failures: wrong.map((each) => `seed ${seed}: ${each}`),
      told: `${told}; ${killed} kills, quota ${quota}; ${around}`,
    };
  },
};

async function tryAround(folder: string, count: number, seed: number, wrong: string[]): Promise<string> {
  const service = await startServed(folder, 1_000_000);
  try {
    const random = seeded(seed);
    const heads = Math.max(4, Math.floor(count / HEADS_EACH));
    for (let at = 0; at < heads; at += 1) wrong.push(...(await tryHead(service, random)));
    wrong.push(...(await tryBodies(service)));
    const slow = Math.max(10, Math.floor(count / SLOW_EACH));
    wrong.push(...(await tryBesideSlow(service, slow)));
    return `${heads} hostile heads, 7 heavy bodies, ${HEALTHY} healthy requests beside ${slow} slow sockets`;
  } finally {
    await service.kill();
  }
}

/** A bound on waiting, not a speed: without an answer a campaign would wait forever. */
async function tryBesideSlow(service: ServedProcess, count: number): Promise<string[]> {
  const sockets = await openSlowSockets(service, count);
  const patience = new Promise<string>((resolve) => void setTimeout(() => resolve('not at all'), PATIENCE_MS).unref());
  const answers = [];
  for (let at = 0; at < HEALTHY; at += 1) answers.push(await Promise.race([ask(service, LIST), patience]));
  sockets.close();
  return answers
    .filter((each) => each !== '200')
    .map((each) => `beside ${count} slow sockets a request was answered ${each}`);
}

const EXPECTED = new Set(['200', '429', 'cut', '404']);

function findStrange(answers: ReadonlyMap<string, number>): string[] {
  return [...answers].flatMap(([status, times]) => (EXPECTED.has(status) ? [] : [`${times} were answered ${status}`]));
}

function bookedIn(folder: string): number {
  const database = new DatabaseSync(join(folder, 'service.sqlite'), { readOnly: true });
  try {
    return Number(database.prepare('SELECT coalesce(sum(used), 0) AS used FROM bookings').get()?.['used']);
  } finally {
    database.close();
  }
}

const dayNow = () => new Date().toISOString().slice(0, 10);

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'service-storm-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
