/** A service whose records change between runs, and what a workspace over it must show. */
import { join } from 'node:path';
import { openSnapshot } from '#electron/snapshot/snapshot.ts';
import { startProvingService, type ProvingService } from '#tests/support/hosts/proving-service.ts';
import { differences, truthNow } from '#tests/support/hosts/sync-desk.ts';
import type { Seeded } from '#tests/support/worlds/seeded.ts';

const RECORDS = 1_000;
/** Every lag of the service is over after it. */
const PAUSE_MS = 5 * 60_000;

export function startMovingService(seed: number): Promise<ProvingService> {
  return startProvingService({ records: RECORDS, seed, asOf: '2026-11-20', startAt: Date.UTC(2026, 10, 21, 9) });
}

/** Changes some records, long enough before the next run. */
export async function moveOn({ control }: ProvingService, random: Seeded): Promise<void> {
  await control.move({ kind: random.pick(['edit', 'archive', 'insert'] as const), count: random.between(1, 20) });
  await control.advance(PAUSE_MS);
}

/** @returns when so many more requests have come in, or none comes for a while. */
export async function requestsSince({ control }: ProvingService, before: number, wanted: number): Promise<void> {
  for (let quiet = 0, last = before; quiet < 400; quiet += 1) {
    const { requests } = await control.tally();
    if (requests >= before + wanted) return;
    if (requests > last) quiet = 0;
    last = requests;
    await new Promise((resolve) => void setTimeout(resolve, 10));
  }
}

export const measured = ['a552213_total_minutes', 'a552213_billable_amount'] as const;

/** @param shown what a report says of all records. */
export async function findWrongFigures(
  { control }: ProvingService,
  shown: {
    readonly records: number;
    readonly totals: Readonly<Record<string, string | null>>;
    readonly complete: boolean;
  },
): Promise<string[]> {
  const { count, totals } = await truthNow(control);
  const wrong = measured
    .filter((name) => shown.totals[name] !== totals[name])
    .map((name) => `${name} is ${shown.totals[name]}, expected ${totals[name]}`);
  if (shown.records !== count) wrong.push(`${shown.records} records are shown of ${count}`);
  if (!shown.complete) wrong.push('it is not shown as complete');
  return wrong;
}

/** The closed store itself, record by record. */
export async function findWrongStore({ control }: ProvingService, data: string): Promise<string[]> {
  const snapshot = await openSnapshot(join(data, 'workspaces/default/snapshot.duckdb'));
  try {
    return await differences(snapshot, control);
  } finally {
    await snapshot.close();
  }
}
