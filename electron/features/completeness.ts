/** Determines whether records and figures are complete, from the sync state of the same moment. Spends no request. */
import { listRecordedMonths } from '#domain/reports/definition/resolve.ts';
import type { ReportCalendar } from '#domain/reports/definition/report.ts';
import type { Period } from '#domain/time/period.ts';
import { readState, type Partition } from '#electron/sync/state.ts';
import { readCompleteness, type SyncStatus } from '#electron/sync/status.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';

/** Figures are complete when both the records and the directory are. */
export interface Completeness extends Pick<SyncStatus, 'complete' | 'asOf' | 'fromFile' | 'asKnown'> {
  /** Present only if the records are complete and the figures are not. */
  readonly allRecordsHere?: true | undefined;
}

/** True when data that figures rest on is lost and the user has not yet decided how to continue. */
export function isLossy({ journal: { damage } }: Workspace): boolean {
  return damage?.hitsFigures === true;
}

export function toCompleteness({ complete, asOf, allRecordsHere, fromFile, asKnown }: Completeness): Completeness {
  return {
    complete,
    asOf,
    ...(allRecordsHere && { allRecordsHere }),
    ...(fromFile !== undefined && { fromFile }),
    ...(asKnown !== undefined && { asKnown }),
  };
}

/** @param state the stored sync state, as text */
export function judgeCompleteness(state: string | undefined, workspace: Workspace): Completeness {
  const records = readCompleteness(state);
  return isLossy(workspace) ? markIncomplete(records) : records;
}

/** Marks figures as incomplete, and notes if at least all records are here. */
export function markIncomplete<Figures extends { readonly complete: boolean }>(figures: Figures) {
  return { ...figures, complete: false, ...(figures.complete && { allRecordsHere: true as const }) };
}

/** The recorded months of which every record is here. */
export interface Coverage extends Pick<SyncStatus, 'complete' | 'asOf' | 'fromFile' | 'asKnown'> {
  /** @returns the recorded months of these dates, `YYYY-MM-01`, whose records may be missing. */
  missing(dates: Pick<Period, 'from' | 'to'>, calendar: ReportCalendar): string[];
}

/** @param text the stored sync state. @throws AppFailure store-newer, store-damaged. */
export function readCoverage(text: string | undefined): Coverage {
  const state = text === undefined ? undefined : readState(text);
  const completeness = readCompleteness(text);
  if (completeness.complete) return { ...completeness, missing: () => [] };
  const sealed = (state?.tiers ?? []).filter((partition) => partition.sealed);
  return {
    ...completeness,
    missing(dates, calendar) {
      const months = listRecordedMonths(dates, calendar);
      const open = months.filter((month) => !sealed.some((partition) => hasMonth(partition, month)));
      // Until the closing count agrees a record may have moved between months, so a month that was only read is not complete yet.
      return open.length > 0 ? open : months;
    },
  };
}

function hasMonth({ monthFrom, monthBelow }: Partition, month: string): boolean {
  return (monthFrom === undefined || month >= monthFrom) && (monthBelow === undefined || month < monthBelow);
}
