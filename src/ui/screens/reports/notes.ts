/** What must be said beside a report's figures, as sentences. Pure. */
import { resultNotes } from '../../../domain/reports/notes.ts';
import { missingData } from '../../../domain/reports/missing-data.ts';
import type { PrintSettings } from '../../../domain/reports/printed.ts';
import type { Report, ReportResult } from '../../../domain/reports/report.ts';
import { reportsTexts } from '../../../texts/en/reports-screen.ts';
import { uiTexts } from '../../../texts/en/ui.ts';
import { monthText } from '../../format/times.ts';

/** Refused comparisons, missing months and missing data first: they change how everything else reads. */
export function noteTexts(report: Report, result: ReportResult, printing: PrintSettings): string[] {
  const { comparison, missing } = result;
  const refused = comparison?.refused ? [comparison.refused] : [];
  const open = missing.length > 0 ? [reportsTexts.basis.missing(monthSpans(missing))] : [];
  const lacking = missingData(report, result).map(({ sentence }) => sentence);
  return [...refused, ...open, ...(comparison?.uneven ?? []), ...lacking, ...resultNotes(result, printing)];
}

/** Neighbouring months as one span: `Jan 2026 – Mar 2026, May 2026`. @param months `YYYY-MM-01`, ascending. */
export function monthSpans(months: readonly string[]): string {
  const spans: { first: string; last: string }[] = [];
  for (const month of months) {
    const last = spans.at(-1);
    if (last && monthNumber(month) === monthNumber(last.last) + 1) last.last = month;
    else spans.push({ first: month, last: month });
  }
  return spans
    .map(({ first, last }) =>
      first === last ? monthText(first) : uiTexts.calendar.range(monthText(first), monthText(last)),
    )
    .join(', ');
}

function monthNumber(month: string): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
}
