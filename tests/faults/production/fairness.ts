/** A key with many connections to every instance leaves another one its share of what the CRM takes. */
import { openKeys } from '#service/keys.ts';
import { openPostgresStore } from '#service/store/postgres/store.ts';
import { withPostgres } from '../edges/on-postgres.ts';
import { judge, type Result } from '../edges/result.ts';
import { askOnce, oneConnection } from './asking.ts';
import { startCrm } from './fake-crm.ts';

export interface FairnessSize {
  readonly instances: number;
  readonly greedy: number;
  readonly victims: number;
  readonly seconds: number;
}

export async function tryFairness({ instances, greedy, victims, seconds }: FairnessSize): Promise<Result> {
  const crm = await startCrm();
  try {
    return await withPostgres(async ({ start, key, address }) => {
      const other = await issueAnother(address);
      const options = ['--upstream', crm.url, '--call-limit', '20/1'];
      const services = await Promise.all(Array.from({ length: instances }, () => start(options, 'token')));
      const until = performance.now() + seconds * 1_000;
      const served = { greedy: 0, victim: 0 };
      const ask = async (url: string, whose: string, who: keyof typeof served) => {
        const agent = oneConnection();
        while (performance.now() < until) {
          const { status } = await askOnce(url, whose, agent);
          // What still waits at the end is no part of what each had.
          if (status === 200 && performance.now() < until) served[who] += 1;
        }
        agent.destroy();
      };
      // The victim knows one instance alone; the greedy key is everywhere.
      await Promise.all([
        ...Array.from({ length: greedy }, (_, n) => ask(services[n % instances]?.url ?? '', key, 'greedy')),
        ...Array.from({ length: victims }, () => ask(services[0]?.url ?? '', other, 'victim')),
      ]);
      const share = served.victim / (served.victim + served.greedy);
      return judge(
        `${victims} connections of one key beside ${greedy} of another to ${instances} instances, ${seconds} s: ${served.victim} answers and ${served.greedy}, ${(share * 100).toFixed(0)} % for the smaller`,
        [share >= 0.45, `only ${(share * 100).toFixed(0)} % of the answers`],
      );
    });
  } finally {
    crm.close();
  }
}

async function issueAnother(address: string): Promise<string> {
  const store = await openPostgresStore(address);
  const keys = await openKeys(store, Date.now);
  const { key } = await keys.issue();
  keys.close();
  await store.close();
  return key;
}
