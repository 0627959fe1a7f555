/**
 * Schedules the resumption of a run that the quota stopped: at the reset, even if the computer slept or the program was closed until then.
 */
import { z } from 'zod';
import type { Journal } from '#electron/journal/journal.ts';

const plannedSchema = z.object({
  /** The UTC timestamp that is shown. */
  at: z.string(),
  /** The same time in epoch milliseconds on this computer's clock, however wrong that is. */
  dueMs: z.number(),
  wish: z.object({ list: z.boolean(), month: z.string().exactOptional() }),
});
export type PlannedResume = z.output<typeof plannedSchema>;

export type ScheduledResume = ReturnType<typeof createScheduledResume>;

/** A sleeping computer's timers stop, so its clock is checked at this interval. */
const CHECK_EVERY_MS = 30_000;
/** This long after its time the user no longer expects the resumption to spend requests, so it is offered instead. */
const FORGOTTEN_MS = 7 * 24 * 3_600_000;
/** No reset is this far away, so a due time beyond it was written by a clock that has since been set back. */
const FARTHEST_MS = 72 * 3_600_000;

/** @param preferences of the program, not of the workspace, because the schedule is not part of a file that is opened elsewhere. */
export function createScheduledResume(preferences: Pick<Journal, 'setting' | 'saveSetting'>, now: () => number) {
  let timer: NodeJS.Timeout | undefined;
  let resumesAt: string | null = null;
  const toKey = (workspace: string) => `goesOn:${workspace}`;

  /** Called when the workspace is closed; the schedule is kept for its next opening. */
  const suspend = () => {
    clearTimeout(timer);
    resumesAt = null;
  };

  return {
    /** The time of the resumption; null when none is scheduled. */
    at: () => resumesAt,
    /** @param begin called once, when the resumption is due. */
    plan({ at, dueMs }: PlannedResume, begin: () => void): void {
      suspend();
      resumesAt = at;
      // The time is also measured by elapsed time, because the clock may be set back meanwhile.
      const endsAt = performance.now() + dueMs - now();
      const check = () => {
        const remainingMs = Math.min(dueMs - now(), endsAt - performance.now());
        if (remainingMs > 0) {
          timer = setTimeout(check, Math.min(remainingMs, CHECK_EVERY_MS)).unref();
          return;
        }
        suspend();
        begin();
      };
      timer = setTimeout(check, 0).unref();
    },
    /** Stores the resumption so that it survives the end of the program. */
    save(workspace: string, planned: PlannedResume): void {
      try {
        preferences.saveSetting(toKey(workspace), planned);
      } catch {
        // On a full disk the run resumes only while the program is open, and is offered otherwise.
      }
    },
    /** Reads the resumption scheduled by the program's last run for this workspace; undefined if there is none, or it is no longer expected. */
    readPlanned(workspace: string): PlannedResume | undefined {
      const planned = preferences.setting(toKey(workspace), plannedSchema.nullable());
      if (!planned || now() - planned.dueMs > FORGOTTEN_MS) return undefined;
      return planned.dueMs - now() > FARTHEST_MS ? { ...planned, dueMs: now() } : planned;
    },
    /** Cancels the scheduled resumption, also for the next start. */
    cancel(workspace: string): void {
      suspend();
      if (preferences.setting(toKey(workspace), plannedSchema)) preferences.saveSetting(toKey(workspace), null);
    },
    suspend,
  };
}
