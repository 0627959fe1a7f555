/**
 * What could not be served is given back exactly: failures of the CRM, and what instances had in hand when they were killed. They are killed
 * while the CRM keeps a call of each caller: then no answer has begun, and what callers have booked of their own is known to each request.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { seeded } from '#tests/support/worlds/seeded.ts';
import { ALIVE_MS } from '#service/store.ts';
import { withPostgres } from '../edges/on-postgres.ts';
import { judge, type Result } from '../edges/result.ts';
import type { EdgeService } from '../edges/service.ts';
import { askOnce, oneConnection, type Reply } from './asking.ts';
import { startCrm } from './fake-crm.ts';

export interface RefundSize {
  readonly kills: number;
  readonly callers: number;
  readonly seed: number;
}

const INSTANCES = 3;
const BEAT_MS = 1_500;
/** What an instance may have booked ahead. */
const LEASE = 20;

export async function tryRefunds({ kills, callers, seed }: RefundSize): Promise<Result> {
  const chance = seeded(seed);
  const crm = await startCrm({
    milliseconds: () => chance.between(5, 120),
    status: () => chance.pick([200, 200, 200, 200, 200, 200, 500, 503, 403]),
  });
  try {
    return await withPostgres(async ({ start, key, address }) => {
      // An instance that was killed has its turns for a while.
      const options = ['--upstream', crm.url, '--call-limit', '2000/1', '--calls-at-once', '500'];
      const services: EdgeService[] = [];
      for (let n = 0; n < INSTANCES; n += 1) services.push(await start(options, 'token'));
      const over = new AbortController();
      const replies: Reply[] = [];
      const goOn = async (n: number) => {
        let agent = oneConnection();
        while (!over.signal.aborted) {
          const reply = await askOnce(services[n % INSTANCES]?.url ?? '', key, agent);
          replies.push(reply);
          if (reply.status === 200) continue;
          agent.destroy();
          agent = oneConnection();
          await wait(50);
        }
        agent.destroy();
      };
      const asked = Array.from({ length: callers }, (_, n) => goOn(n));
      for (let kill = 0; kill < kills; kill += 1) {
        await wait(chance.between(200, 900));
        const place = chance.between(0, INSTANCES - 1);
        await crm.keep(callers);
        await services[place]?.kill();
        crm.letGo();
        services[place] = await start(options, 'token');
      }
      await wait(500);
      over.abort();
      await Promise.all(asked);
      // The dead are known as such, and what was booked ahead is handed back.
      await wait(ALIVE_MS + BEAT_MS + 1_000);
      const { used, refunded } = await readBookings(address);
      const count = (wanted: (reply: Reply) => boolean) => replies.filter(wanted).length;
      const sent = count(({ unsent }) => !unsent);
      const served = count(({ status }) => status === 200);
      const failed = count(({ status }) => status >= 500);
      const broken = count(({ status, unsent }) => status === 0 && !unsent);
      const ahead = refunded - (sent - used);
      return judge(
        `${kills} kills of ${INSTANCES} instances: callers booked ${sent} requests, ${served} were served, ${failed} failed and ${broken} were cut off; ${used} are counted, ${sent - used} less than were booked; beside those ${ahead} were given back that instances had booked ahead`,
        [used === served, `${served} were served and ${used} are counted`],
        [sent - used === failed + broken, `${failed + broken} were not served, ${sent - used} are not counted`],
        [ahead >= 0 && ahead <= kills * LEASE, `${refunded} were given back, for ${sent - used} requests`],
        [failed > 0 && broken > 0, 'nothing failed, or nothing was cut off'],
      );
    });
  } finally {
    crm.close();
  }
}

async function readBookings(address: string): Promise<{ used: number; refunded: number }> {
  const client = new Client({ connectionString: address });
  await client.connect();
  const { rows } = await client.query(
    'SELECT sum(used) AS used, sum(refunded) AS refunded FROM timelog_service.bookings',
  );
  await client.end();
  return { used: Number(rows[0]?.used), refunded: Number(rows[0]?.refunded) };
}
