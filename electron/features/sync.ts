/** Answers calls about bringing the snapshot up to date: price, progress, coverage and rebuilding. The scheduler decides what runs when. */
import type { Output } from '#contract/api.ts';
import { estimateFirstDownload } from '#electron/sync/price.ts';
import type { SyncOptions } from '#electron/sync/run.ts';
import { readStatus } from '#electron/sync/status.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import type { HandlersFor, HandlerContext } from './calls.ts';
import type { SyncScheduler } from './sync-scheduler.ts';

type Subject = 'sync' | 'data.status' | 'data.rebuild' | 'data.rebuildPrice';

export function syncHandlers(context: HandlerContext, scheduler: SyncScheduler): HandlersFor<Subject> {
  return {
    'sync.run': (input) => scheduler.start({ ...input, month: toFirstDay(input.month) }),
    'sync.cancel': async () => scheduler.cancel(),
    'sync.pause': async () => scheduler.pause(),
    'sync.state': async () => {
      const { paused, ...state } = scheduler.state();
      return { ...state, paused: paused && toInput(paused) };
    },
    'sync.price': ({ ask, month, ...input }) => scheduler.price({ ...input, month: toFirstDay(month) }, ask),
    'data.status': () => readDataStatus(context.workspace()),
    'data.rebuild': async () => {
      await scheduler.stop();
      scheduler.forget(context.workspace().name);
      return { setAside: await context.workspace().rebuild() };
    },
    'data.rebuildPrice': () => priceRebuild(context.workspace()),
  };
}

function toFirstDay(month: string | undefined): string | undefined {
  return month === undefined ? undefined : `${month}-01`;
}

/** Returns the run's input without its limit, which belonged to the run that is over. */
function toInput({ full = false, audit = false, list = false, scrub = false, month }: SyncOptions) {
  return { full, audit, list, scrub, ...(month !== undefined && { month: month.slice(0, 7) }) };
}

/** Reads what is on this computer: coverage by month, unreadable values, the remaining quota, and damage. */
async function readDataStatus(workspace: Workspace): Promise<Output<'data.status'>> {
  const { total: _, ...status } = await readStatus(workspace.snapshot);
  const { anomalies } = await workspace.snapshot.summary();
  return { ...status, quota: await workspace.quota(), anomalies, journal: workspace.journal.damage };
}

/** Prices a download of everything into an empty store, without a request. */
export async function priceRebuild(workspace: Workspace): Promise<Output<'data.rebuildPrice'>> {
  const records = workspace.recordsExpected();
  const price = records === null ? { min: 1, max: null } : estimateFirstDownload(records);
  return { records, ...price, quota: await workspace.quota() };
}
