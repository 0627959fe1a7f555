/** When a run that the quota stopped goes on by itself: at the reset, though the computer slept or the program was closed until then. */
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
  /** When; null: it does not. */
  at(): string | null;
  /** @param begin called once, when it is due. */
  plan(planned: Planned, begin: () => void): void;
  /** Remembers it beyond the end of the program. */
  keep(workspace: string, planned: Planned): void;
  /** What the program's end left of this workspace; undefined: nothing, or nothing that anybody still waits for. */
  left(workspace: string): Planned | undefined;
  /** Nothing goes on by itself, neither now nor when the program is opened again. */
  drop(workspace: string): void;
  /** The workspace is closed: what is remembered goes on when it is opened again. */
  leave(): void;
}

/** A sleeping computer's timers stand still: its clock is looked at as often as this. */
const LOOK_MS = 30_000;
/** So long after its time nobody expects requests to be spent on it any more: it is offered instead. */
const FORGOTTEN_MS = 7 * 24 * 3_600_000;
/** Longer than any reset is away: a due time beyond it was written by a clock that has since been set back. */
const FARTHEST_MS = 72 * 3_600_000;

/** @param preferences of the program, not of the workspace: what goes on here is no part of a file that is opened elsewhere. */
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
      // Also by the time that has passed here: the clock may be set back meanwhile.
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
        // A full disk: it goes on only while the program is open, and is offered otherwise.
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
