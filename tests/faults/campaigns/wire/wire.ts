/** Row 1: every fault of a connection and of an answer, at any request of any operation. */
import type { Campaign, CampaignOptions, CampaignResult } from '../campaign-shape.ts';
import { SmallWorlds } from '../small-worlds.ts';
import { operations, wireFaults, type Operation, type WireFault } from './faults.ts';
import { HttpProxy } from './http-proxy.ts';
import { runWire, type Way } from './run.ts';
import { TcpProxy } from './tcp-proxy.ts';
import { openTrap } from './trap.ts';

const TELL_EVERY = 100;

export const wireCampaign: Campaign = {
  row: 1,
  name: 'wire',
  holds:
    'A sync that meets a fault of the connection or of an answer ends whole or with a named error (or, where a page came twice, partial, and says so) and the last good state untouched; gone on without the fault, records and totals equal the truth to the last digit.',
  promised: 3_600,
  short: 5,
  run,
};

/** Every fault before any twice, and every operation with each in three rounds. */
export function planned(at: number): { readonly fault: WireFault; readonly operation: Operation } {
  const fault = wireFaults[at % wireFaults.length] ?? 'latency';
  const round = Math.floor(at / wireFaults.length);
  return { fault, operation: operations[(at + round) % operations.length] ?? 'search' };
}

async function run({ count, seed, tell }: CampaignOptions): Promise<CampaignResult> {
  const worlds = new SmallWorlds(seed);
  const trap = await openTrap();
  const way: Way = { tcp: new TcpProxy(), http: new HttpProxy(trap.url), trap };
  await way.tcp.open();
  await way.http.open();
  const failures: string[] = [];
  const met = { list: 0, batch: 0, search: 0 };
  try {
    for (let at = 0; at < count; at += 1) {
      const { fault, operation } = planned(at);
      const own = seed * 100_003 + at;
      const wrong = await runWire(worlds, way, { seed: own, fault, operation });
      met[operation] += 1;
      for (const each of wrong) failures.push(`run ${at} of seed ${seed}, ${fault} at ${operation}: ${each}`);
      if ((at + 1) % TELL_EVERY === 0) tell(`${at + 1} of ${count}, ${failures.length} failures`);
    }
  } finally {
    await way.tcp.close();
    await way.http.close();
    await trap.close();
    worlds.remove();
  }
  const told = `${Math.min(count, wireFaults.length)} faults; ${met.list} at lists, ${met.batch} at batch reads, ${met.search} at searches`;
  return { reached: count, failures, told };
}
