/** How every table of this bench gets its world, runs a client against it, and holds what that has against the truth. */
import { startServiceProcess, type ServiceProcess } from '#tests/support/hosts/service-process.ts';
import type { WorldTruth } from '#tests/support/worlds/world-truth.ts';
import { runChild } from '../child.ts';
import { summed, type Job, type Outcome } from './job.ts';

/** Three years of one firm, as uneven as months are; a longer past where that is too short for so many records. */
export function startWorld(records: number): Promise<ServiceProcess> {
  return startServiceProcess({ records, months: 36, asOf: '2026-11-21' });
}

/** Starts one measured client in its own process. @param profile the folder its CPU profile goes to */
export function runClient(job: Job, profile?: string): Promise<Outcome> {
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  return runChild(import.meta.resolve('./client.ts'), job, profiling);
}

/** Records held of those there are, and how many of the summable properties have the true total to the last digit. */
export function agreement({ held }: Outcome, truth: WorldTruth): [records: string, totals: string] {
  if (!held) return ['–', '–'];
  const right = summed.filter((name) => (held.totals[name] ?? null) === (truth.totals[name] ?? null));
  const records = `${held.records.toLocaleString('en')} of ${truth.count.toLocaleString('en')}`;
  return [records, `${right.length} of ${summed.length}`];
}
