/** The report's `--json` document: the parts every report has, and the optional ones only when they hold something. */
import { writeMarked } from '../../../src/domain/locale-forms.ts';
import { footNotes, type FootNote } from '../../../src/domain/reports/notes/foot-notes.ts';
import { findTimeUnit } from '../../../src/domain/reports/keys/key-text.ts';
import type { Report, ReportResult } from '../../../src/domain/reports/definition/report.ts';
import { printedMeasures, type ShownReport } from './table.ts';

export type ReportDocument = Pick<
  ReportResult,
  'asOf' | 'complete' | 'period' | 'amounts' | 'rows' | 'totals' | 'records'
> &
  Partial<Omit<ReportResult, 'notes'>> & { readonly notes: readonly FootNote[] };

export function reportDocument(shown: Omit<ShownReport, 'directory'>): ReportDocument {
  const { report, result, settings } = shown;
  const { asOf, complete, allRecordsHere, fromFile, rows, totals, records, calendar, zone, period, weeks } = result;
  const { amounts, total } = result;
  const { subtotals, breakdowns = [], columns, missing, currencies, spellings } = result;
  const comparison = result.comparison && withoutNotes(result.comparison);
  // What the totals alone do not show: cells, compared values, and the amounts of several currencies.
  const isWide = columns.length > 0 || comparison !== null || total.amounts !== undefined;
  return {
    asOf,
    complete,
    ...(allRecordsHere && { allRecordsHere }),
    ...(fromFile !== undefined && { fromFile }),
    period,
    amounts,
    notes: footNotes(report, result, printedMeasures(shown), settings),
    rows,
    totals,
    records,
    ...(isTimed(report) && { calendar, zone }),
    ...(isTimed(report) && weeks !== undefined && { weeks }),
    ...(comparison !== null && { comparison }),
    ...(result.further && { further: result.further.flatMap((each) => withoutNotes(each) ?? []) }),
    ...(isWide && { total }),
    ...(subtotals.length > 0 && { subtotals }),
    ...(breakdowns.length > 0 && { breakdowns }),
    ...(columns.length > 0 && { columns }),
    ...(missing.length > 0 && { missing }),
    ...(currencies !== undefined && { currencies }),
    ...(spellings !== undefined && { spellings }),
  };
}

/** What was left out of the compared period is among the notes. */
function withoutNotes(comparison: NonNullable<ReportResult['comparison']>): ReportResult['comparison'] {
  const { kind, period, elapsedDays, refused, uneven } = comparison;
  return { kind, period, elapsedDays, refused, ...(uneven && { uneven: uneven.map((text) => writeMarked(text)) }) };
}

/** Whether the answer rests on a calendar: it has a period, or groups of time. */
function isTimed({ period, groupBy, columns }: Report): boolean {
  return period !== undefined || [...groupBy, columns ?? ''].some((name) => findTimeUnit(name) !== undefined);
}
