/** The period a view shows: as written in the address, resolved against the workspace's today. Pure. */
import type { WorkspaceState } from '../../contract/api.ts';
import { labelPeriod, nextPeriod, previousPeriod, resolvePeriod, type Period } from '../../domain/period.ts';
import { uiTexts } from '../../texts/en/ui.ts';

/** In an address: no period at all. */
export const ALL_TIME = 'all';
/** The last complete month: what people review first. */
export const DEFAULT_PERIOD = 'last-month';

export interface ViewPeriod {
  /** As the contract takes it; undefined: all of time. */
  readonly text: string | undefined;
  readonly period: Period | undefined;
  readonly label: string;
  /** Today lies in it: its figures are “so far”. */
  readonly isRunning: boolean;
}

/** An unreadable period in an old link falls back to the default. */
export function viewPeriod(written: string | undefined, { today }: Pick<WorkspaceState, 'today'>): ViewPeriod {
  if (written === ALL_TIME) return { text: undefined, period: undefined, label: uiTexts.period.allTime, isRunning: false };
  const resolved = resolvePeriod(written ?? DEFAULT_PERIOD, { today, weekStart: 'monday' });
  if (!resolved.ok) return viewPeriod(undefined, { today });
  return periodView(resolved.value, today);
}

/** Shorter ways to write the same days come out as short: `2026-10`, not `2026-10-01..2026-10-31`. */
export function periodText({ text, from, to }: Period): string {
  if (!text.includes('..') || from.slice(8) !== '01') return text;
  const month = from.slice(0, 7);
  return isWholeMonth(month, to) ? month : text;
}

function isWholeMonth(month: string, to: string): boolean {
  const days = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  return to === `${month}-${String(days).padStart(2, '0')}`;
}

export const earlier = (period: Period): string => periodText(previousPeriod(period));
export const later = (period: Period): string => periodText(nextPeriod(period));

function periodView(period: Period, today: string): ViewPeriod {
  return {
    text: period.text,
    period,
    label: labelPeriod(period).title,
    isRunning: period.from <= today && today <= period.to,
  };
}
