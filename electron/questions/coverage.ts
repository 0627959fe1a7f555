/** Finds which recorded months are complete, by the sync state of the same moment as the figures. Costs no request. */
import type { Period } from '../../src/domain/time/period.ts';
import { recordedMonthsIn } from '../../src/domain/reports/definition/resolve.ts';
import type { ReportCalendar } from '../../src/domain/reports/definition/report.ts';
import { readState, type Partition } from '../sync/state.ts';
import { readCompleteness, type SyncStatus } from '../sync/status.ts';

/** `complete`: every record is here. */
export interface Coverage extends Pick<SyncStatus, 'complete' | 'asOf' | 'fromFile'> {
  /** Recorded months, `YYYY-MM-01`, of these dates whose records may be missing. */
  missing(dates: Pick<Period, 'from' | 'to'>, calendar: ReportCalendar): string[];
}

/** @param text the stored sync state. @throws AppFailure store-newer, store-damaged. */
export function readCoverage(text: string | undefined): Coverage {
  const state = text === undefined ? undefined : readState(text);
  const completeness = readCompleteness(text);
  if (completeness.complete) return { ...completeness, missing: () => [] };
  const whole = (state?.tiers ?? []).filter(({ sealed }) => sealed);
  return {
    ...completeness,
    missing(dates, calendar) {
      const months = recordedMonthsIn(dates, calendar);
      const open = months.filter((month) => !whole.some((partition) => covers(partition, month)));
      // Until the closing count agrees a record may have moved between months: a month that was only read is not complete yet.
      return open.length > 0 ? open : months;
    },
  };
}

function covers({ monthFrom, monthBelow }: Partition, month: string): boolean {
  return (monthFrom === undefined || month >= monthFrom) && (monthBelow === undefined || month < monthBelow);
}
