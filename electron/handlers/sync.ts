/** Bringing the snapshot up to date: a price beforehand, progress meanwhile, and a way to stop. The scheduler decides what runs when. */
import type { SyncOptions } from '../sync/run.ts';
import type { SyncScheduler } from '../scheduler/sync-scheduler.ts';
import { readDataStatus } from '../questions/data-status.ts';
import type { Handlers } from './shared/handlers.ts';
import type { Parts } from './shared/context.ts';

type Methods = 'sync.price' | 'sync.run' | 'sync.cancel' | 'sync.pause' | 'sync.state' | 'data.status';

export function syncHandlers(parts: Parts, scheduler: SyncScheduler): Pick<Handlers, Methods> {
  return {
    'sync.run': (asked) => scheduler.start({ ...asked, month: toFirstDay(asked.month) }),
    'sync.cancel': async () => scheduler.cancel(),
    'sync.pause': async () => scheduler.pause(),
    'sync.state': async () => {
      const { paused, ...state } = scheduler.state();
      return { ...state, paused: paused && toAsked(paused) };
    },
    'sync.price': ({ ask, month, ...asked }) => scheduler.price({ ...asked, month: toFirstDay(month) }, ask),
    'data.status': () => readDataStatus(parts.workspace()),
  };
}

function toFirstDay(month: string | undefined): string | undefined {
  return month === undefined ? undefined : `${month}-01`;
}

/** The input as it came. A given limit belonged to the run that is over. */
function toAsked({ full = false, audit = false, list = false, scrub = false, month }: SyncOptions) {
  return { full, audit, list, scrub, ...(month !== undefined && { month: month.slice(0, 7) }) };
}
