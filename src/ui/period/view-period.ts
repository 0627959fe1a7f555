/** The period a view shows: as written in the address, resolved against the workspace's today. Pure. */
import {
  findPeriodProblem,
  isFiscal,
  labelPeriod,
  nextPeriod,
  previousPeriod,
  resolvePeriod,
  type Period,
  type PeriodContext,
} from '../../domain/time/period.ts';
import { uiTexts } from '#texts/screens/ui.ts';

/** In an address: no period at all. */
export const ALL_TIME = 'all';
/** The last complete month: what people review first. */
export const DEFAULT_PERIOD = 'last-month';

export interface ViewPeriod {
  /** As the contract is asked, by its dates; undefined: all of time. */
  readonly text: string | undefined;
  readonly period: Period | undefined;
  readonly label: string;
  /** Today lies in it: its figures are “so far”. */
  readonly isRunning: boolean;
}

/** Whether there is such a period, whatever day it is; a screen says so where there is none, and shows its own. */
export function isPeriod(written: string): boolean {
  return written === ALL_TIME || findPeriodProblem(written) === undefined;
}

/** An unreadable period in an old link falls back to the default. */
export function viewPeriod(written: string | undefined, context: PeriodContext): ViewPeriod {
  if (written === ALL_TIME)
    return { text: undefined, period: undefined, label: uiTexts.period.allTime, isRunning: false };
  const resolved = resolvePeriod(written ?? DEFAULT_PERIOD, context);
  if (!resolved.ok) return viewPeriod(undefined, context);
  return periodView(resolved.value, context.today);
}

/**
 * The period by its dates, as short as they can be written: `2026-10`, `2026-07..2026-09`, `2026-10-05..2026-10-11`; a fiscal one by its
 * name. What is asked, exported and kept in an address means the same tomorrow; “last month” would not.
 */
export function datedText(period: Period): string {
  if (isFiscal(period)) return period.text;
  const { calendar, from, to } = period;
  const digits = calendar === 'recorded-month' ? 'YYYY-MM'.length : 'YYYY-MM-DD'.length;
  const [first, last] = [from.slice(0, digits), to.slice(0, digits)];
  return first === last ? first : `${first}..${last}`;
}

export const earlier = (period: Period): string => datedText(previousPeriod(period));
export const later = (period: Period): string => datedText(nextPeriod(period));

function periodView(period: Period, today: string): ViewPeriod {
  return {
    text: datedText(period),
    period,
    label: labelPeriod(period).full,
    isRunning: period.from <= today && today <= period.to,
  };
}
