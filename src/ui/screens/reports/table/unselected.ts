/** What stands beside “(no date)”: how many of the report's records stand in it that no filter selects. */
import type { Report, ReportResult } from '#domain/reports/definition/report.ts';
import { findTimeUnit } from '#domain/reports/keys/key-text.ts';
import { reportsTexts } from '#texts/screens/reports/reports-screen.ts';
import { count } from '#ui/format/figures.ts';

/** Empty of one line among several, where it is not known: the answer counts them over the whole report. */
export function unselectedText(
  { groupBy, columns }: Pick<Report, 'groupBy' | 'columns'>,
  name: string,
  key: string | null,
  { notes }: Pick<ReportResult, 'notes'>,
): string {
  const isOnly = groupBy.length + (columns === undefined ? 0 : 1) === 1;
  if (key !== null || !isOnly || findTimeUnit(name) === undefined) return '';
  const { records } = notes.find(({ kind }) => kind === 'unread-start') ?? {};
  return records ? reportsTexts.table.unselected(count(records)) : '';
}
