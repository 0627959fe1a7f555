/** Notes beside the lines and the columns of a report: incomplete, cut by the period, spelled in multiple ways, or matched by no filter. Pure. */
import { isOpenSpan } from '#domain/charts/pin-state.ts';
import type { Labels } from '#domain/charts/labels.ts';
import { hasAllRecords, type Report, type ReportColumn, type ReportResult } from '#domain/reports/definition/report.ts';
import { findTimeUnit, createSpellingsLookup, formatOtherSpellings } from '#domain/reports/keys/key-text.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { count } from '#ui/format/figures-and-times.ts';
import type { ColumnLabels } from './grid-columns.ts';
import type { GridRow } from './grid-rows.ts';
import type { RowState } from './report-columns.tsx';

const texts = reportsTexts.table;
const complete: RowState = { text: '', isOpen: false, also: '' };

/** A report, its answer, and the current day, which decides what may still grow. */
export interface DescribedReport {
  readonly report: Pick<Report, 'groupBy' | 'columns'>;
  readonly result: ReportResult;
  readonly labels: Labels;
  readonly today: string;
}

export function createRowDescriptions({ report, result, labels, today }: DescribedReport): (row: GridRow) => RowState {
  const findSpellings = createSpellingsLookup(result);
  return (row) => {
    const name = row.names[row.depth];
    // The grouped tail is no key.
    if (row.shortfall !== undefined || name === undefined || (row.folded !== undefined && row.depth === 0))
      return complete;
    const key = row.path[row.depth] ?? null;
    const span = row.folded === undefined ? labels.span(name, key) : undefined;
    if (!span) {
      const also = describeUnselected(report, name, key, result) || formatOtherSpellings(findSpellings(name, key));
      return { ...complete, also };
    }
    if (isOpenSpan(span, row.line.records, result, today)) return { ...complete, text: uiTexts.soFar, isOpen: true };
    const { period } = result;
    // Only the compared period contains it.
    if (period !== null && (span.to < period.from || span.from > period.to)) return { ...complete, text: texts.before };
    const isCut = period !== null && (span.from < period.from || span.to > period.to);
    if (period === null || !isCut) return complete;
    const from = span.from < period.from ? period.from : span.from;
    const to = span.to > period.to ? period.to : span.to;
    return { ...complete, text: labels.cut(name, { key, cut: true, from, to }) };
  };
}

export function createBucketLabels({ report, result, labels, today }: DescribedReport): ColumnLabels {
  const dimension = report.columns;
  const findSpellings = createSpellingsLookup(result);
  const isOpen = (column: ReportColumn) => isColumnOpen(column, result, today);
  return {
    bucketTitle(column) {
      if (dimension === undefined) return '';
      // The line below a cut column lists the days that it covers.
      const hasDaysBelow = column.cut && !isOpen(column);
      return hasDaysBelow ? labels.tick(dimension, column.key) : labels.short(dimension, column.key);
    },
    bucketState(column) {
      if (isOpen(column)) return uiTexts.soFar;
      if (dimension === undefined) return '';
      const unselected = describeUnselected(report, dimension, column.key, result);
      return unselected || labels.cut(dimension, column) || formatOtherSpellings(findSpellings(dimension, column.key));
    },
    isOpen,
  };
}

function isColumnOpen(column: ReportColumn, result: ReportResult, today: string): boolean {
  const { from, to, records } = column;
  if (from !== null && from > today) return false;
  return !hasAllRecords(column) || (from !== null && to !== null && isOpenSpan({ from, to }, records, result, today));
}

/**
 * Counts the records in “(no date)” that no filter selects, for a note beside it. The answer counts them over the complete report, so a
 * line among multiple groups has no note.
 */
export function describeUnselected(
  { groupBy, columns }: Pick<Report, 'groupBy' | 'columns'>,
  name: string,
  key: string | null,
  { notes }: Pick<ReportResult, 'notes'>,
): string {
  const isOnly = groupBy.length + (columns === undefined ? 0 : 1) === 1;
  if (key !== null || !isOnly || findTimeUnit(name) === undefined) return '';
  const { records } = notes.find(({ kind }) => kind === 'unread-start') ?? {};
  return records ? texts.unselected(count(records)) : '';
}
