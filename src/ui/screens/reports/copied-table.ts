/** A report's table as text that spreadsheets take: one line a row, tabs between, figures exact and without thousands. Pure. */
import type { Report, ReportResult } from '../../../domain/reports/report.ts';
import { reportsTexts } from '../../../texts/en/reports-screen.ts';
import type { Labels } from './labels.ts';
import { exactOf } from './table/cells.ts';
import type { GridColumn, GridColumns } from './table/grid-columns.ts';

/** @returns the innermost lines and the total; subtotals would be counted twice by whoever adds them up. */
export function tableText(
  { groupBy }: Pick<Report, 'groupBy'>,
  { rows, total, currencies = [] }: Pick<ReportResult, 'rows' | 'total' | 'currencies'>,
  { scrolled, pinned, sections, hasSections }: GridColumns,
  labels: Labels,
): { readonly text: string; readonly lines: number } {
  const columns = [...scrolled, ...pinned];
  const headOf = (column: GridColumn) => {
    const section = sections.get(column.section)?.title ?? '';
    return hasSections && section !== column.title ? `${section} ${column.title}`.trim() : column.title;
  };
  // Figures stay numbers, so that where money is of several currencies each line says its own in a column of its own.
  const currencyIn = (label: string) => (currencies.length > 1 ? [label] : []);
  const heads = [
    ...groupBy.map((name) => labels.heading(name)),
    ...columns.map(headOf),
    ...currencyIn(reportsTexts.table.currency),
  ];
  const body = rows.map((line) => [
    ...groupBy.map((name, depth) =>
      depth === 0 && line.folded !== undefined
        ? reportsTexts.table.other(String(line.folded))
        : labels.label(name, line.key[name] ?? null),
    ),
    ...columns.map((column) => exactOf(line, column) ?? ''),
    ...currencyIn(currencyText(line)),
  ]);
  const foot = [
    ...groupBy.map((_, depth) => (depth === 0 ? reportsTexts.table.total : '')),
    ...columns.map((column) => exactOf(total, column) ?? ''),
    ...currencyIn(currencyText(total)),
  ];
  const all = [heads, ...body, foot];
  return { text: `${all.map((line) => line.map(cellText).join('\t')).join('\n')}\n`, lines: all.length };
}

/** Of a line whose cells are of several, those in the order of the cells. */
function currencyText({ currency, cellCurrencies }: ReportResult['total']): string {
  return currency ?? (cellCurrencies ?? []).map((each) => each ?? '–').join(' ');
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/** A name is no place for tabs, and a spreadsheet must not run it as a formula; numbers stay numbers. */
function cellText(text: string): string {
  const flat = text.replaceAll(/[\t\r\n]+/g, ' ');
  return /^[=+\-@]/.test(flat) && !NUMBER.test(flat) ? `'${flat}` : flat;
}
