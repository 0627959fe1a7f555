/** The report's `--json` document: the five parts every report has, and of the others only those that say something. */
import type { ReportResult } from '../../src/domain/reports/report.ts';

export type ReportDocument = Pick<ReportResult, 'asOf' | 'complete' | 'rows' | 'totals' | 'records'> &
  Partial<ReportResult> & { readonly sentences?: readonly string[] };

/** @param isTimed whether the answer rests on a calendar: it has a period, or groups of time. */
export function reportDocument(result: ReportResult, sentences: readonly string[], isTimed: boolean): ReportDocument {
  const { asOf, complete, rows, totals, records, calendar, zone, period, weeks, comparison, total } = result;
  const { subtotals, columns, missing, notes, currencies } = result;
  // What the totals alone do not say: cells, what was before, and the amounts of several currencies.
  const isWide = columns.length > 0 || comparison !== null || total.amounts !== undefined;
  return {
    asOf,
    complete,
    rows,
    totals,
    records,
    ...(isTimed && { calendar, zone }),
    ...(isTimed && weeks !== undefined && { weeks }),
    ...(period !== null && { period }),
    ...(comparison !== null && { comparison }),
    ...(isWide && { total }),
    ...(subtotals.length > 0 && { subtotals }),
    ...(columns.length > 0 && { columns }),
    ...(missing.length > 0 && { missing }),
    ...(notes.length > 0 && { notes }),
    ...(currencies !== undefined && { currencies }),
    ...(sentences.length > 0 && { sentences }),
  };
}
