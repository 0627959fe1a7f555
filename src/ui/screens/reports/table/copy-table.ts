/** Copies a report's table to the clipboard, ready for a spreadsheet. */
import { notifications } from '@mantine/notifications';
import type { PrintedMeasure } from '#domain/reports/print/model.ts';
import type { Report, ReportResult } from '#domain/reports/definition/report.ts';
import { reportsTexts } from '#texts/screens/reports/reports-screen.ts';
import { localizeDecimal } from '#ui/locale/forms.ts';
import { count } from '#ui/format/figures.ts';
import { tableText } from './copied-table.ts';
import type { Labels } from '#domain/charts/labels.ts';
import { gridColumns } from './grid-columns.ts';

const texts = reportsTexts.head;

/** One figure, exactly. */
export function copyFigure(decimal: string): void {
  const exact = localizeDecimal(decimal);
  navigator.clipboard.writeText(exact).then(
    () => notifications.show({ message: texts.figureCopied(exact), autoClose: 2500 }),
    () => notifications.show({ message: texts.notCopied, color: 'var(--warn)' }),
  );
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
  navigator.clipboard.writeText(`${text}${basis.join(' · ')}\n`).then(
    () => notifications.show({ message: texts.copied(count(lines)) }),
    () => notifications.show({ message: texts.notCopied, color: 'var(--warn)' }),
  );
}
