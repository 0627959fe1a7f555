/** A report's table as text that spreadsheets take: one line a row, tabs between, figures exact and without thousands. Pure. */
import type { Report, ReportResult } from '../../../domain/reports/report.ts';
import { reportsTexts } from '../../../texts/en/reports-screen.ts';
import type { Labels } from './labels.ts';
import { exactOf } from './table/cells.ts';
import type { GridColumn, GridColumns } from './table/grid-columns.ts';

/** @returns the innermost lines and the total; subtotals would be counted twice by whoever adds them up. */
export function tableText(
  { groupBy }: Pick<Report, 'groupBy'>,
  { rows, total }: Pick<ReportResult, 'rows' | 'total'>,
  { scrolled, pinned, sections, hasSections }: GridColumns,
  labels: Labels,
): { readonly text: string; readonly lines: number } {
  const columns = [...scrolled, ...pinned];
  const headOf = (column: GridColumn) => {
    const section = sections.get(column.section)?.title ?? '';
    return hasSections && section !== column.title ? `${section} ${column.title}`.trim() : column.title;
  };
  const heads = [...groupBy.map((name) => labels.heading(name)), ...columns.map(headOf)];
  const body = rows.map((line) => [
    ...groupBy.map((name, depth) =>
      depth === 0 && line.folded !== undefined
        ? reportsTexts.table.other(String(line.folded))
        : labels.label(name, line.key[name] ?? null),
    ),
    ...columns.map((column) => exactOf(line, column) ?? ''),
  ]);
  const foot = [
    ...groupBy.map((_, depth) => (depth === 0 ? reportsTexts.table.total : '')),
    ...columns.map((column) => exactOf(total, column) ?? ''),
  ];
  const all = [heads, ...body, foot];
  return { text: `${all.map((line) => line.map(cellText).join('\t')).join('\n')}\n`, lines: all.length };
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/** A name is no place for tabs, and a spreadsheet must not run it as a formula; numbers stay numbers. */
function cellText(text: string): string {
  const flat = text.replaceAll(/[\t\r\n]+/g, ' ');
  return /^[=+\-@]/.test(flat) && !NUMBER.test(flat) ? `'${flat}` : flat;
}
