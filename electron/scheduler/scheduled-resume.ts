/**
 * Schedules the resumption of a run that the quota stopped: at the reset, even if the computer slept or the program was closed until then.
 */
import { z } from 'zod';
import type { Journal } from '../journal/journal.ts';

const plannedSchema = z.object({
  /** UTC timestamp, as it is shown. */
  at: z.string(),
  /** The same on this computer's clock, however wrong that is. Epoch milliseconds. */
  dueMs: z.number(),
  wish: z.object({ list: z.boolean(), month: z.string().exactOptional() }),
});
export type Planned = z.output<typeof plannedSchema>;

export interface ScheduledResume {
  /** The time of the resumption; null: none is scheduled. */
  at(): string | null;
  /** @param begin called once, when it is due. */
  plan(planned: Planned, begin: () => void): void;
  /** Remembers it beyond the program's end. */
  keep(workspace: string, planned: Planned): void;
  /** What the program's last run left of this workspace; undefined: nothing, or nothing that is still expected. */
  left(workspace: string): Planned | undefined;
  /** Cancels the scheduled resumption, also for the next start. */
  drop(workspace: string): void;
  /** The workspace is closed: the schedule is kept for its next opening. */
  leave(): void;
}

/** A sleeping computer's timers stop: its clock is checked at this interval. */
const LOOK_MS = 30_000;
/** So long after its time the user no longer expects it to spend requests: it is offered instead. */
const FORGOTTEN_MS = 7 * 24 * 3_600_000;
/** Longer than any reset is away: a due time beyond it was written by a clock that has since been set back. */
const FARTHEST_MS = 72 * 3_600_000;

/** @param preferences of the program, not of the workspace: the schedule is not part of a file that is opened elsewhere. */
export function scheduledResume(
  preferences: Pick<Journal, 'setting' | 'saveSetting'>,
  now: () => number,
): ScheduledResume {
  let timer: NodeJS.Timeout | undefined;
  let shown: string | null = null;
  const metaKey = (workspace: string) => `goesOn:${workspace}`;

  const leave = () => {
    clearTimeout(timer);
    shown = null;
  };

  return {
    at: () => shown,
    plan({ at, dueMs }, begin) {
      leave();
      shown = at;
      // Also measured by elapsed time: the clock may be set back meanwhile.
      const endsAt = performance.now() + dueMs - now();
      const look = () => {
        const leftMs = Math.min(dueMs - now(), endsAt - performance.now());
        if (leftMs > 0) {
          timer = setTimeout(look, Math.min(leftMs, LOOK_MS)).unref();
          return;
        }
        leave();
        begin();
      };
      timer = setTimeout(look, 0).unref();
    },
    keep(workspace, planned) {
      try {
        preferences.saveSetting(metaKey(workspace), planned);
      } catch {
        // A full disk: it resumes only while the program is open, and is offered otherwise.
      }
    },
    left(workspace) {
      const planned = preferences.setting(metaKey(workspace), plannedSchema.nullable());
      if (!planned || now() - planned.dueMs > FORGOTTEN_MS) return undefined;
      return planned.dueMs - now() > FARTHEST_MS ? { ...planned, dueMs: now() } : planned;
    },
    drop(workspace) {
      leave();
      if (preferences.setting(metaKey(workspace), plannedSchema)) preferences.saveSetting(metaKey(workspace), null);
    },
    leave,
  };
}
