/** When an export is due again: every month on a day, or every week on a weekday, by the workspace's days. */
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { weekdayNumber, weekdays } from '../../time/weeks.ts';

export const rhythmSchema = z.discriminatedUnion('every', [
  /** A month without that day: its last one. */
  z.strictObject({ every: z.literal('month'), day: z.number().int().min(1).max(31) }),
  z.strictObject({ every: z.literal('week'), weekday: z.enum(weekdays) }),
]);
export type Rhythm = z.output<typeof rhythmSchema>;

interface MayRepeat {
  readonly rhythm?: Rhythm | undefined;
}

export function isSameRhythm({ rhythm: one }: MayRepeat, { rhythm: other }: MayRepeat): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** More than this many are not listed: the oldest are left out, and only after years without a run. */
const MOST_DUE = 120;

/** The first day after another on which it is due. Days are `YYYY-MM-DD`. */
export function nextDay(rhythm: Rhythm, after: string): string {
  const from = Temporal.PlainDate.from(after);
  if (rhythm.every === 'week') {
    const days = (weekdayNumber(rhythm.weekday) - from.dayOfWeek + 7) % 7;
    return from.add({ days: days === 0 ? 7 : days }).toString();
  }
  const own = from.with({ day: rhythm.day }, { overflow: 'constrain' });
  if (Temporal.PlainDate.compare(own, from) > 0) return own.toString();
  return from.with({ day: 1 }).add({ months: 1 }).with({ day: rhythm.day }, { overflow: 'constrain' }).toString();
}

export interface Repeating {
  readonly rhythm: Rhythm;
  /** The day from which on it repeats, inclusive. */
  readonly since: string;
  /** The last due day that was answered by a whole file. */
  readonly doneFor: string | undefined;
}

/** The days it should have run on and has not, oldest first. */
export function listDue({ rhythm, since, doneFor }: Repeating, today: string): string[] {
  const dayBefore = Temporal.PlainDate.from(since).subtract({ days: 1 }).toString();
  let day = nextDay(rhythm, doneFor !== undefined && doneFor > dayBefore ? doneFor : dayBefore);
  const due: string[] = [];
  while (day <= today) {
    due.push(day);
    day = nextDay(rhythm, day);
  }
  return due.slice(-MOST_DUE);
}
