/** Writes a report's table as text for spreadsheets: one line per row, tabs between cells, figures exact and without thousands separators. Pure. */
import { formatUnits, toUnits } from '#domain/decimal.ts';
import { flattenLines } from '#domain/reports/print/broken-lines.ts';
import { toPastLine } from '#domain/reports/print/further.ts';
import { pickCurrency } from '#domain/reports/print/printed-currencies.ts';
import type { Report, ReportResult } from '#domain/reports/definition/report.ts';
import { groupTexts } from '#texts/reports/reports.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import type { Labels } from '#domain/charts/labels.ts';
import { localizeDecimal } from '#ui/locale.ts';
import { formatClipboardRows } from '#ui/format/values.ts';
import { readExact } from './cells.ts';
import type { GridColumn, GridColumns } from './grid-columns.ts';
import { isFootLine, type Cell, type GridContent, type ReportLine } from './report-columns.tsx';

const texts = reportsTexts.table;
/** Separates nested parts. */
const SEPARATOR = ' › ';

/** Reads a line's figure from the complete answer or from that of one currency. */
type CellIn = (result: ReportResult, column: GridColumn) => string | null;

/**
 * @returns the innermost lines, the figures outside every line, and the total, which is exactly their sum; subtotals would be counted twice
 * in a sum.
 */
export function formatTable(
  { groupBy, only }: Pick<Report, 'groupBy' | 'only'>,
  answer: ReportResult,
  grid: GridColumns,
  labels: Labels,
): { readonly text: string; readonly lines: number } {
  const { result, parents, broken } = flattenLines(answer);
  const columns = [...grid.scrolled, ...grid.pinned];
  const write = createLineWriter(result, columns);
  const partHeaders = broken.size > 0 ? [texts.partsBy, texts.part] : [];
  const headers = [
    ...groupBy.map((name) => labels.heading(name)),
    ...partHeaders,
    ...columns.map((column) => toHeader(column, grid)),
  ];
  const firstRow = 1 + result.subtotals.length;
  const body = result.rows.flatMap((line, index) => {
    // A broken-down line is written as its parts.
    if (parents[firstRow + index] === undefined || broken.has(firstRow + index)) return [];
    const keys = Object.keys(line.key);
    const further = keys.slice(keys.findIndex((name, depth) => groupBy[depth] !== name));
    const parts = keys.every((name, depth) => groupBy[depth] === name) ? [] : further;
    const own = groupBy.map((name, depth) => {
      if (depth === 0 && line.folded !== undefined) return groupTexts.other(String(line.folded), only);
      return Object.hasOwn(line.key, name) && !parts.includes(name) ? labels.label(name, line.key[name] ?? null) : '';
    });
    const part = [
      parts.map((name) => labels.heading(name)).join(SEPARATOR),
      parts.map((name) => labels.label(name, line.key[name] ?? null)).join(SEPARATOR),
    ];
    const names = broken.size > 0 ? [...own, ...part] : own;
    return write(names, ({ rows }, column) => readExact(pickPast(rows[index] ?? line, column), column), line.currency);
  });
  // Only the report's own innermost lines, because parts add up to their lines.
  const readShortfall: CellIn = (full, column) =>
    computeShortfall({ ...full, rows: full.rows.slice(0, answer.rows.length) }, column);
  const hasShortfall = [result, ...splitByCurrency(result).map(({ own }) => own)].some((view) =>
    columns.some((column) => readShortfall(view, column) !== null),
  );
  const keys = [...groupBy, ...partHeaders];
  const foot = [
    ...(hasShortfall ? write(named(keys, groupTexts.lacks.unlisted), readShortfall) : []),
    ...write(
      named(keys, texts.total),
      ({ total }, column) => readExact(pickPast(total, column), column),
      result.total.currency,
    ),
  ];
  const all = [hasCurrencies(result) ? [...headers, texts.currency] : headers, ...body, ...foot];
  return { text: formatClipboardRows(all), lines: all.length };
}

function toHeader({ section, title }: GridColumn, { sections, hasSections }: GridColumns): string {
  const above = sections.get(section)?.title ?? '';
  return hasSections && above !== title ? `${above} ${title}`.trim() : title;
}

/** @returns selected cells as they stand in the table; a figure in multiple currencies as it is printed */
export function formatCells(
  lines: readonly ReportLine[],
  figures: readonly GridColumn[],
  { columns, readCell, nameRow }: Pick<GridContent, 'columns' | 'readCell' | 'nameRow'>,
): string {
  const toText = ({ exact, text, tone }: Cell) =>
    exact === null ? (tone === 'unknown' ? '' : text) : localizeDecimal(exact);
  return formatClipboardRows([
    ['', ...figures.map((column) => toHeader(column, columns))],
    ...lines.map((line) => [
      isFootLine(line) ? line.label : nameRow(line),
      ...figures.map((column) => toText(readCell(line, column))),
    ]),
  ]);
}

const pickPast = <Line extends ReportResult['total']>(line: Line, { past }: GridColumn): Line =>
  past === undefined ? line : toPastLine(line, past);

const named = (groupBy: readonly string[], name: string) => groupBy.map((_, depth) => (depth === 0 ? name : ''));

const hasCurrencies = ({ currencies = [] }: ReportResult) => currencies.length > 1;

function splitByCurrency(result: ReportResult): { readonly currency: string | null; readonly own: ReportResult }[] {
  if (!hasCurrencies(result)) return [];
  return (result.currencies ?? []).map((currency) => ({ currency, own: pickCurrency(result, currency) }));
}

/**
 * Figures stay numbers, so with multiple currencies a last column names that of each line, and a line with more than one is followed by a
 * line of amounts for each of them.
 */
function createLineWriter(result: ReportResult, columns: readonly GridColumn[]) {
  const views = splitByCurrency(result);
  const isMoney = ({ measure }: GridColumn) => measure.money;
  return (names: readonly string[], cellIn: CellIn, currency: string | null = null): string[][] => {
    const cells = (of: ReportResult, isWritten: (column: GridColumn) => boolean) =>
      columns.map((column) => (isWritten(column) ? localizeDecimal(cellIn(of, column) ?? '') : ''));
    if (views.length === 0) return [[...names, ...cells(result, () => true)]];
    const relevant = views.filter(({ own }) =>
      columns.some((column) => isMoney(column) && toUnits(cellIn(own, column) ?? '0') !== 0n),
    );
    if (relevant.length < 2) {
      const [only] = relevant;
      const money = cells(only?.own ?? result, isMoney);
      const full = cells(result, (column) => !isMoney(column));
      return [
        [
          ...names,
          ...full.map((text, index) => text || (money[index] ?? '')),
          only ? (only.currency ?? '') : (currency ?? ''),
        ],
      ];
    }
    return [
      [...names, ...cells(result, (column) => !isMoney(column)), ''],
      ...relevant.map(({ own, currency: named }) => [...names, ...cells(own, isMoney), named ?? '']),
    ];
  };
}

/** Computes the difference between the lines and the total, if it exceeds the rounding of quotients. */
function computeShortfall({ rows, total }: ReportResult, column: GridColumn): string | null {
  const { measure, figure } = column;
  if (!measure.additive || rows.length === 0 || !['value', 'before', 'change'].includes(figure)) return null;
  const full = readExact(pickPast(total, column), column);
  if (full === null) return null;
  const shortfall = rows.reduce(
    (rest, row) => rest - toUnits(readExact(pickPast(row, column), column) ?? '0'),
    toUnits(full),
  );
  return (shortfall < 0n ? -shortfall : shortfall) <= BigInt(rows.length + 1) ? null : formatUnits(shortfall);
}
