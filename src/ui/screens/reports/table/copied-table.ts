/** Writes a report's table as text for spreadsheets: one line a row, tabs between, figures exact and without thousands separators. Pure. */
import { formatUnits, toUnits } from '#domain/decimal.ts';
import { flattenLines } from '#domain/reports/print/broken-lines.ts';
import { toPastLine } from '#domain/reports/print/further.ts';
import { pickCurrency } from '#domain/reports/print/printed-currencies.ts';
import type { Report, ReportResult } from '#domain/reports/definition/report.ts';
import { groupTexts } from '#texts/reports/reports.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import type { Labels } from '#domain/charts/labels.ts';
import { localizeDecimal } from '#ui/locale.ts';
import { pastedLines } from '#ui/format/values.ts';
import { readExact } from './cells.ts';
import type { GridColumn, GridColumns } from './grid-columns.ts';
import { isFootLine, type Cell, type GridContent, type ReportLine } from './report-columns.tsx';

const texts = reportsTexts.table;
/** Between parts inside of one another. */
const SEPARATOR = ' › ';

/** One line of the table, of the entire answer or of one currency. */
type CellIn = (result: ReportResult, column: GridColumn) => string | null;

/**
 * @returns the innermost lines, the figures outside every line, and the total, which is exactly their sum; subtotals would be counted twice
 * in a sum.
 */
export function tableText(
  { groupBy, only }: Pick<Report, 'groupBy' | 'only'>,
  answer: ReportResult,
  grid: GridColumns,
  labels: Labels,
): { readonly text: string; readonly lines: number } {
  const { result, parents, broken } = flattenLines(answer);
  const columns = [...grid.scrolled, ...grid.pinned];
  const write = lineWriter(result, columns);
  const partHeads = broken.size > 0 ? [texts.partsBy, texts.part] : [];
  const heads = [
    ...groupBy.map((name) => labels.heading(name)),
    ...partHeads,
    ...columns.map((column) => toHead(column, grid)),
  ];
  const firstRow = 1 + result.subtotals.length;
  const body = result.rows.flatMap((line, at) => {
    // What is broken down stands in its parts.
    if (parents[firstRow + at] === undefined || broken.has(firstRow + at)) return [];
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
    return write(names, ({ rows }, column) => readExact(inPast(rows[at] ?? line, column), column), line.currency);
  });
  // The innermost lines of the report itself: parts add up to their lines.
  const readShortfall: CellIn = (whole, column) =>
    lackIn({ ...whole, rows: whole.rows.slice(0, answer.rows.length) }, column);
  const isLacking = [result, ...byCurrency(result).map(({ own }) => own)].some((view) =>
    columns.some((column) => readShortfall(view, column) !== null),
  );
  const keys = [...groupBy, ...partHeads];
  const foot = [
    ...(isLacking ? write(named(keys, groupTexts.lacks.unlisted), readShortfall) : []),
    ...write(
      named(keys, texts.total),
      ({ total }, column) => readExact(inPast(total, column), column),
      result.total.currency,
    ),
  ];
  const all = [isSeveral(result) ? [...heads, texts.currency] : heads, ...body, ...foot];
  return { text: pastedLines(all), lines: all.length };
}

function toHead({ section, title }: GridColumn, { sections, hasSections }: GridColumns): string {
  const above = sections.get(section)?.title ?? '';
  return hasSections && above !== title ? `${above} ${title}`.trim() : title;
}

/** @returns selected cells, as they stand in the table; one whose figure is of several currencies as it is printed. */
export function cellsText(
  lines: readonly ReportLine[],
  figures: readonly GridColumn[],
  { columns, readCell, nameRow }: Pick<GridContent, 'columns' | 'readCell' | 'nameRow'>,
): string {
  const toText = ({ exact, text, tone }: Cell) =>
    exact === null ? (tone === 'unknown' ? '' : text) : localizeDecimal(exact);
  return pastedLines([
    ['', ...figures.map((column) => toHead(column, columns))],
    ...lines.map((line) => [
      isFootLine(line) ? line.label : nameRow(line),
      ...figures.map((column) => toText(readCell(line, column))),
    ]),
  ]);
}

const inPast = <Line extends ReportResult['total']>(line: Line, { past }: GridColumn): Line =>
  past === undefined ? line : toPastLine(line, past);

const named = (groupBy: readonly string[], name: string) => groupBy.map((_, depth) => (depth === 0 ? name : ''));

const isSeveral = ({ currencies = [] }: ReportResult) => currencies.length > 1;

function byCurrency(result: ReportResult): { readonly currency: string | null; readonly own: ReportResult }[] {
  if (!isSeveral(result)) return [];
  return (result.currencies ?? []).map((currency) => ({ currency, own: pickCurrency(result, currency) }));
}

/**
 * Figures stay numbers, so where money is of several currencies each line names its own in a last column; a line that has several is
 * followed by one for each of them, with its money alone.
 */
function lineWriter(result: ReportResult, columns: readonly GridColumn[]) {
  const views = byCurrency(result);
  const isMoney = ({ measure }: GridColumn) => measure.money;
  return (names: readonly string[], cellIn: CellIn, currency: string | null = null): string[][] => {
    const cells = (of: ReportResult, isTold: (column: GridColumn) => boolean) =>
      columns.map((column) => (isTold(column) ? localizeDecimal(cellIn(of, column) ?? '') : ''));
    if (views.length === 0) return [[...names, ...cells(result, () => true)]];
    const relevant = views.filter(({ own }) =>
      columns.some((column) => isMoney(column) && toUnits(cellIn(own, column) ?? '0') !== 0n),
    );
    if (relevant.length < 2) {
      const [only] = relevant;
      const money = cells(only?.own ?? result, isMoney);
      const whole = cells(result, (column) => !isMoney(column));
      return [
        [
          ...names,
          ...whole.map((text, at) => text || (money[at] ?? '')),
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

/** The difference between the lines and the total, where it exceeds what quotients lose behind their last digit. */
function lackIn({ rows, total }: ReportResult, column: GridColumn): string | null {
  const { measure, figure } = column;
  if (!measure.additive || rows.length === 0 || !['value', 'before', 'change'].includes(figure)) return null;
  const whole = readExact(inPast(total, column), column);
  if (whole === null) return null;
  const lack = rows.reduce(
    (rest, row) => rest - toUnits(readExact(inPast(row, column), column) ?? '0'),
    toUnits(whole),
  );
  return (lack < 0n ? -lack : lack) <= BigInt(rows.length + 1) ? null : formatUnits(lack);
}
