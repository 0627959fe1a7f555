/** Puts a report's table on the clipboard, ready for a spreadsheet. */
import { notifications } from '@mantine/notifications';
import type { PrintedMeasure } from '../../../domain/reports/printed.ts';
import type { Report, ReportResult } from '../../../domain/reports/report.ts';
import { reportsTexts } from '../../../texts/en/reports-screen.ts';
import { count } from '../../format/figures.ts';
import { tableText } from './copied-table.ts';
import type { Labels } from './labels.ts';
import { gridColumns } from './table/grid-columns.ts';

const texts = reportsTexts.head;

/** One figure, exactly. */
export function copyFigure(exact: string): void {
  navigator.clipboard.writeText(exact).then(
    () => notifications.show({ message: texts.figureCopied(exact), autoClose: 2500 }),
    () => notifications.show({ message: texts.notCopied, color: 'var(--warn)' }),
  );
}

export function copyTable(
  report: Report,
  result: ReportResult,
  printed: readonly PrintedMeasure[],
  labels: Labels,
): void {
  const columns = gridColumns(
    report,
    result,
    printed.map(({ measure }) => measure),
    {
      bucketTitle: ({ key }) => (report.columns === undefined ? '' : labels.label(report.columns, key)),
      bucketState: () => '',
      isOpen: () => false,
    },
    () => 0,
  );
  const { text, lines } = tableText(report, result, columns, labels);
  navigator.clipboard.writeText(text).then(
    () => notifications.show({ message: texts.copied(count(lines)) }),
    () => notifications.show({ message: texts.notCopied, color: 'var(--warn)' }),
  );
}
