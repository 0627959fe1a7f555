/** Copies a report's table, or cells of it, to the clipboard, ready for a spreadsheet. */
import type { PrintedMeasure } from '#domain/reports/print/model.ts';
import type { Report, ReportResult } from '#domain/reports/definition/report.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { localizeDecimal } from '#ui/locale.ts';
import { count } from '#ui/format/figures-and-times.ts';
import { writeToClipboard } from '#ui/share/clipboard.ts';
import { formatCells, formatTable } from './copied-table.ts';
import type { Labels } from '#domain/charts/labels.ts';
import { toGridColumns, type GridColumn } from './grid-columns.ts';
import type { GridContent, ReportLine } from './report-columns.tsx';

const texts = reportsTexts.head;

/** Copies one figure alone, and multiple ones with the names of their lines and columns; all of them exactly. */
export function copyCells(lines: readonly ReportLine[], columns: readonly GridColumn[], content: GridContent): void {
  const [line, column] = [lines[0], columns[0]];
  if (!line || !column) return;
  if (lines.length > 1 || columns.length > 1) {
    writeToClipboard(formatCells(lines, columns, content), texts.copied(count(lines.length + 1)));
    return;
  }
  const { exact, text, tone } = content.readCell(line, column);
  // Amounts in multiple currencies have no single figure, so they are copied as they are printed.
  const figure = exact === null ? (tone === 'unknown' ? '' : text) : localizeDecimal(exact);
  if (figure !== '') writeToClipboard(figure, texts.figureCopied(figure));
}

/** The title itself states that a bucket is cut, because no line below it does. */
function formatBucketTitle(by: string | undefined, column: ReportResult['columns'][number], labels: Labels): string {
  if (by === undefined) return '';
  return column.cut ? labels.cut(by, column) : labels.label(by, column.key);
}

/** @param basis what the figures rest on, as the last line, because a table is shared without the screen */
export function copyTable(
  report: Report,
  result: ReportResult,
  printed: readonly PrintedMeasure[],
  labels: Labels,
  basis: readonly string[],
): void {
  const columns = toGridColumns(
    report,
    result,
    printed.map(({ measure }) => measure),
    {
      bucketTitle: (column) => formatBucketTitle(report.columns, column, labels),
      bucketState: () => '',
      isOpen: () => false,
    },
    () => 0,
  );
  const { text, lines } = formatTable(report, result, columns, labels);
  writeToClipboard(`${text}${basis.join(' · ')}\n`, texts.copied(count(lines)));
}
