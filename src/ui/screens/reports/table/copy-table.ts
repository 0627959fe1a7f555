/** Copies a report's table, or cells of it, to the clipboard, ready for a spreadsheet. */
import type { PrintedMeasure } from '#domain/reports/print/model.ts';
import type { Report, ReportResult } from '#domain/reports/definition/report.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { localizeDecimal } from '#ui/locale.ts';
import { count } from '#ui/format/figures-and-times.ts';
import { writeToClipboard } from '#ui/share/clipboard.ts';
import { cellsText, tableText } from './copied-table.ts';
import type { Labels } from '#domain/charts/labels.ts';
import { gridColumns, type GridColumn } from './grid-columns.ts';
import type { GridContent, ReportLine } from './report-columns.tsx';

const texts = reportsTexts.head;

/** Copies one figure alone, and several with the names of their lines and columns; all of them exactly. */
export function copyCells(lines: readonly ReportLine[], columns: readonly GridColumn[], content: GridContent): void {
  const [line, column] = [lines[0], columns[0]];
  if (!line || !column) return;
  if (lines.length > 1 || columns.length > 1) {
    writeToClipboard(cellsText(lines, columns, content), texts.copied(count(lines.length + 1)));
    return;
  }
  const { exact, text, tone } = content.readCell(line, column);
  // Amounts of several currencies have no figure of their own, and are copied as they are printed.
  const figure = exact === null ? (tone === 'unknown' ? '' : text) : localizeDecimal(exact);
  if (figure !== '') writeToClipboard(figure, texts.figureCopied(figure));
}

/** No line below says that a bucket is cut: its title does. */
function bucketTitle(by: string | undefined, column: ReportResult['columns'][number], labels: Labels): string {
  if (by === undefined) return '';
  return column.cut ? labels.cut(by, column) : labels.label(by, column.key);
}

/** @param basis what the figures rest on: the last line, because a table is passed on alone */
export function copyTable(
  report: Report,
  result: ReportResult,
  printed: readonly PrintedMeasure[],
  labels: Labels,
  basis: readonly string[],
): void {
  const columns = gridColumns(
    report,
    result,
    printed.map(({ measure }) => measure),
    {
      bucketTitle: (column) => bucketTitle(report.columns, column, labels),
      bucketState: () => '',
      isOpen: () => false,
    },
    () => 0,
  );
  const { text, lines } = tableText(report, result, columns, labels);
  writeToClipboard(`${text}${basis.join(' · ')}\n`, texts.copied(count(lines)));
}
