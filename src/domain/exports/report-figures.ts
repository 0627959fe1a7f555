/** The figure columns of a report: each measure's value, buckets and comparisons, separately for each currency. */
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { groupTexts } from '#texts/reports/reports.ts';
import type { Measure, MeasureUnit } from '../reports/definition/measures.ts';
import type { ReportResult, Report } from '../reports/definition/report.ts';
import { formatColumnHeader } from '../reports/keys/key-text.ts';
import { flattenLines, flattenPrinted, type FlattenedLines } from '../reports/print/broken-lines.ts';
import { listCompared } from '../reports/print/further.ts';
import type { PrintedMeasure, Grid, PrintedLine } from '../reports/print/model.ts';
import { pickCurrency, chooseCurrency, isAmount } from '../reports/print/printed-currencies.ts';
import { hasAcrossDifference, readShortfall, type Shortfall, type ShortfallPlace } from '../reports/print/lacks.ts';
import { printMeasure } from '../reports/print/printed.ts';
import type { Cell, ColumnKind, ExportColumn } from './model.ts';
import type { Directory } from '../people/directory.ts';
import type { Settings } from '../settings.ts';
import type { ExportOptions } from './options.ts';
import { formatUnits, SCALE, toUnits, type Units, MILLIONTHS_PER_MINUTE } from '../decimal.ts';
import type { Steps } from '../reports/print/footing.ts';

export interface FigureColumn extends ExportColumn {
  /** Returns the figure of a line; line 0 is the total, followed by the subtotals and the rows. */
  readonly figure: (line: number) => Cell;
  /** Returns by how much the lines directly below a line fall short of it; null if they add up. */
  readonly shortfall: (line: number, kind: Shortfall) => Cell;
}

/** Builds a column for the measure, one per bucket of the report's columns, and those of the comparisons, separately for each currency. */
export function toMeasureColumns(measure: Measure, input: ReportLinesInput): FigureColumn[] {
  const { result, settings } = input;
  const { currencies = [] } = result;
  if (!measure.money || currencies.length < 2) {
    const currency = measure.money ? chooseCurrency(result, settings.currency) : null;
    return toSheetColumns(measure, result, { currency, hasOtherCurrencies: false }, input);
  }
  return currencies.flatMap((currency) =>
    toSheetColumns(
      measure,
      { ...pickCurrency(result, currency), currencies: undefined },
      { currency, hasOtherCurrencies: true },
      input,
    ),
  );
}

interface SheetCurrency {
  /** Null if the money has no currency or an unknown one. */
  readonly currency: string | null;
  /** Whether other columns have the same measure in a different currency. */
  readonly hasOtherCurrencies: boolean;
}

function toSheetColumns(
  measure: Measure,
  result: ReportResult,
  sheetCurrency: SheetCurrency,
  input: ReportLinesInput,
): FigureColumn[] {
  const { report, settings, directory, options } = input;
  const opened = flattenLines(result);
  const printed = flattenPrinted(printMeasure(measure, result, settings), opened);
  const exactResult = opened.result;
  const precision = choosePrecision(options, printed);
  const isExact = precision === 'exact';
  const isPivot = result.columns.length > 0;
  const compared = listCompared(result);
  const comparisons = compared.map((comparison) => ({
    ...comparison,
    printed:
      comparison.furtherIndex === undefined
        ? printed
        : flattenPrinted(printMeasure(measure, comparison.result, settings), opened),
    exact: comparison.furtherIndex === undefined ? exactResult : flattenLines(comparison.result).result,
  }));
  const lines = [printed.total, ...printed.subtotals, ...printed.rows];
  // On a page, only the total's header names the measure, which leaves room for the other headers.
  const isOne = options.format === 'pdf' && report.measures.length === 1 && !sheetCurrency.hasOtherCurrencies;
  const formatBucket = (bucket: ReportResult['columns'][number]) =>
    formatColumnHeader(bucket, report.columns ?? '', directory, settings);
  const toFigureColumn = (
    place: FigurePlace,
    suffix: string,
    label: string,
    comparison = { printed, exact: exactResult },
  ): FigureColumn => {
    // A change of a percentage is labelled in points, because a change in percent would be read as relative.
    const isInPoints = place.kind === 'change' && !isExact && (measure.unit === 'share' || measure.unit === 'percent');
    const inUnit = isInPoints ? texts.columns.inPoints(label) : label;
    const labelWithCurrency = labelCurrency(inUnit, measure, sheetCurrency);
    const name = `${measure.id}${suffix}${sheetCurrency.hasOtherCurrencies ? `[${sheetCurrency.currency ?? ''}]` : ''}`;
    const { kind, digits } = chooseKind(isInPoints ? 'plain' : measure.unit, printed, isExact);
    const readFigure = (line: number) => {
      if (precision === 'printed') return printFigure(comparison.printed, line, place);
      const exactFigure = readExactFigure(comparison.exact, measure, line, place);
      return isExact ? exactFigure : scaleFigure(exactFigure, printed.grid);
    };
    return {
      name,
      label: labelWithCurrency,
      head: options.heads === 'labels' ? labelWithCurrency : name,
      kind,
      digits,
      currency: sheetCurrency.currency,
      adds:
        measure.additive && (place.kind !== 'change' || isAddable(readFigure, opened.parents, precision === 'printed')),
      figure: readFigure,
      shortfall: (line, kind) => {
        if (precision === 'printed') return printShortfall(comparison.printed, line, place, kind);
        if (kind !== 'unlisted' || !measure.additive) return null;
        // A line whose cells add up has no figure across.
        const cellFigure = place.kind === 'across' ? (index: number) => readFigure(index) ?? '0' : readFigure;
        return computeExactShortfall(cellFigure, line, opened.parents);
      },
    };
  };
  const across = toFigureColumn({ kind: 'across' }, '.across', texts.columns.across(measure.label));
  const hasAcross =
    precision === 'printed'
      ? hasAcrossDifference(printed)
      : precision === 'unrounded' && measure.additive && lines.some((_, line) => across.figure(line) !== null);
  return [
    ...result.columns.map((bucket, index) =>
      toFigureColumn(
        { kind: 'cell', column: index },
        `@${bucket.key ?? ''}`,
        isOne ? formatBucket(bucket) : texts.columns.inColumn(measure.label, formatBucket(bucket)),
      ),
    ),
    ...(hasAcross ? [across] : []),
    toFigureColumn({ kind: 'value' }, '', isPivot ? groupTexts.totalOf(measure.label) : measure.label),
    ...comparisons.flatMap((comparison) => {
      // Files with a single comparison keep their established column names.
      const words = comparisons.length > 1 ? texts.columns.comparedWith[comparison.kind] : texts.columns.compared;
      const suffix = comparison.furtherIndex === undefined ? '' : `.${comparison.kind}`;
      return [
        toFigureColumn({ kind: 'before' }, `.before${suffix}`, words.before(measure.label), comparison),
        toFigureColumn({ kind: 'change' }, `.change${suffix}`, words.change(measure.label), comparison),
      ];
    }),
  ];
}

/**
 * `exact`: for programs. `printed`: as on screen. `unrounded`: a workbook's cells hold exact values and show the printed digits, so that
 * formulas over them are correct. If lines were rounded to foot, only the printed figures add up.
 */
export function choosePrecision(
  { preset, format }: ReportLinesInput['options'],
  { footing }: Pick<PrintedMeasure, 'footing'>,
): 'exact' | 'printed' | 'unrounded' {
  if (preset === 'machine') return 'exact';
  return format === 'xlsx' && (footing === 'exact' || footing === 'itself') ? 'unrounded' : 'printed';
}

/**
 * Returns whether changes may be added up. A change is unknown if one of its periods has records without a figure, even if the changes of
 * lines above or below it are known. Printed figures show how far unknown lines fall short of a known total; exact figures do not.
 */
function isAddable(figure: FigureColumn['figure'], parents: FlattenedLines['parents'], isPrinted: boolean): boolean {
  return parents.every((parent, line) => {
    if (parent === undefined) return true;
    const [value, above] = [figure(line), parent < 0 ? null : figure(parent)];
    return parent < 0 || (value === null) === (above === null) || (value === null && isPrinted);
  });
}

function labelCurrency(
  label: string,
  { money, unit }: Measure,
  { currency, hasOtherCurrencies }: SheetCurrency,
): string {
  if (!money) return label;
  // A percentage of money names its currency only beside percentages in other currencies.
  if (!hasOtherCurrencies && !isAmount({ unit })) return label;
  if (currency !== null) return texts.columns.inCurrency(label, currency);
  return hasOtherCurrencies ? texts.columns.withoutCurrency(label) : label;
}

const kinds: Readonly<Record<MeasureUnit, ColumnKind>> = {
  count: 'count',
  hours: 'hours',
  days: 'days',
  money: 'money',
  rate: 'rate',
  percent: 'percent',
  share: 'percent',
  minutes: 'minutes',
  plain: 'number',
};

function chooseKind(
  unit: MeasureUnit,
  { grid }: PrintedMeasure,
  isExact: boolean,
): { kind: ColumnKind; digits: number | null } {
  // Exact shares stay fractions of 1.
  if (isExact) return { kind: unit === 'share' ? 'number' : kinds[unit], digits: null };
  return grid.style === 'clock' ? { kind: 'clock', digits: null } : { kind: kinds[unit], digits: grid.digits };
}

export function toRecordsColumn({ result: answer, options }: ReportLinesInput): FigureColumn {
  const { result } = flattenLines(answer);
  const count = (line: number) =>
    findLine<ReportResult['total']>(result.total, result.subtotals, result.rows, line).records;
  const label = texts.columns.recordCount;
  return {
    name: 'records',
    label,
    head: options.heads === 'labels' ? label : 'records',
    kind: 'count',
    digits: 0,
    currency: null,
    adds: true,
    figure: (line) => String(count(line)),
    shortfall: () => null,
  };
}

export interface ReportLinesInput {
  readonly report: Report;
  readonly result: ReportResult;
  readonly settings: Settings;
  readonly directory: Directory;
  readonly options: Pick<ExportOptions, 'heads' | 'preset'> & Partial<Pick<ExportOptions, 'format' | 'locale'>>;
}

// Figures of a report as cells: printed and footed as on screen, exact for programs, or shortfalls of lines to their total.

/** A position in a printed line or in the difference below it. */
type FigurePlace =
  { readonly kind: 'cell'; readonly column: number } | { readonly kind: 'value' | 'before' | 'change' | 'across' };

/** Finds a line by its number; 0 is the total, followed by the subtotals and the rows. */
export function findLine<Line>(total: Line, subtotals: readonly Line[], rows: readonly Line[], line: number): Line {
  return (
    (line === 0 ? total : line <= subtotals.length ? subtotals[line - 1] : rows[line - 1 - subtotals.length]) ?? total
  );
}

function printFigure(printed: PrintedMeasure, line: number, place: FigurePlace): Cell {
  const printedLine = findLine(printed.total, printed.subtotals, printed.rows, line);
  const steps = readPlace(printedLine, place);
  if (place.kind === 'across' && steps === 0n) return null;
  return steps === null ? null : printSteps(steps, printed);
}

function readPlace(line: PrintedLine, place: FigurePlace): Steps | null {
  return place.kind === 'cell' ? (line.cells[place.column] ?? null) : line[place.kind];
}

function printShortfall(printed: PrintedMeasure, line: number, place: FigurePlace, kind: Shortfall): Cell {
  const { below } = findLine(printed.total, printed.subtotals, printed.rows, line);
  if (below === null) return null;
  const readShortfallAt = (shortfallPlace: ShortfallPlace) => readShortfall(below, shortfallPlace, kind);
  const steps =
    place.kind === 'cell'
      ? readShortfallAt(place.column)
      : place.kind === 'across'
        ? // The row's value minus its cells, so that the column of these differences adds up to that of the total.
          below.cells.reduce((rest, _, index) => rest - readShortfallAt(index), readShortfallAt('value'))
        : readShortfallAt(place.kind);
  return steps === 0n ? null : printSteps(steps, printed);
}

/** Formats whole steps as a plain decimal; clock hours are in whole minutes. */
function printSteps(steps: Steps, { grid }: PrintedMeasure): string {
  if (grid.style === 'clock' || grid.digits === 0) return String(steps);
  const digits = String(steps < 0n ? -steps : steps).padStart(grid.digits + 1, '0');
  return `${steps < 0n ? '-' : ''}${digits.slice(0, -grid.digits)}.${digits.slice(-grid.digits)}`;
}

function readExactFigure(result: ReportResult, { id, additive }: Measure, line: number, place: FigurePlace): Cell {
  const resultLine = findLine<ReportResult['total']>(result.total, result.subtotals, result.rows, line);
  const cells = resultLine.cells?.[id] ?? (line === 0 ? result.columns.map(({ values }) => values[id] ?? null) : []);
  const value = resultLine.values[id] ?? null;
  const earlierValue = resultLine.before?.values[id] ?? null;
  switch (place.kind) {
    case 'cell':
      return cells[place.column] ?? null;
    case 'value':
      return value;
    case 'before':
      return earlierValue;
    case 'change': {
      const zero: Units | null = additive ? 0n : null;
      const [current, earlier] = [
        value === null ? (resultLine.records === 0 ? zero : null) : toUnits(value),
        earlierValue === null ? (resultLine.before === null ? zero : null) : toUnits(earlierValue),
      ];
      return current === null || earlier === null ? null : formatUnits(current - earlier);
    }
    case 'across':
      return computeShortfall(value, cells);
  }
}

/** Scales an exact figure to the unit in which its column is printed: percentages to 0 to 100, clock hours to minutes. */
function scaleFigure(exact: Cell, grid: Grid): Cell {
  if (exact === null || grid.style === 'decimal') return exact;
  const units = grid.scaled(toUnits(exact));
  return formatUnits(grid.style === 'clock' ? (units * 10n ** BigInt(SCALE)) / MILLIONTHS_PER_MINUTE : units);
}

/** Computes by how much the exact figures of the lines directly below a line fall short of its figure. */
function computeExactShortfall(
  figure: (line: number) => Cell,
  above: number,
  parents: readonly (number | undefined)[],
): Cell {
  return computeShortfall(
    figure(above),
    parents.flatMap((parent, line) => (parent === above ? [figure(line)] : [])),
  );
}

/**
 * Computes by how much parts fall short of their total. Hours are rounded at the eighth decimal, and a change is the difference of two such
 * figures, so a very small remainder is only rounding.
 */
function computeShortfall(total: Cell, parts: readonly Cell[]): Cell {
  if (total === null || parts.length === 0) return null;
  const rest = parts.reduce((remaining, part) => remaining - toUnits(part ?? '0'), toUnits(total));
  const tolerance = 2n * BigInt(parts.length + 1);
  return rest <= tolerance && rest >= -tolerance ? null : formatUnits(rest);
}
