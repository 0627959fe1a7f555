/** Prints a report: rounds every figure of its table to steps, footed according to the settings, and formats it. */
import { SCALE, toUnits, MILLIONTHS_PER_MINUTE, toMillionthMinutes } from '#domain/decimal.ts';
import { formatCount, formatDecimal } from '#domain/locale-forms.ts';
import type { Settings } from '#domain/settings.ts';
import { groupTexts } from '#texts/reports/reports.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import {
  foot,
  computeDifferences,
  footParts,
  listLinesBelow,
  roundToNearestStep,
  type FootedSheet,
  type Sheet,
  type Steps,
} from './footing.ts';
import { findBrokenDownLine, pickLine, findLineParents } from './broken-lines.ts';
import type { Measure, MeasureUnit } from '../definition/measures.ts';
import { pickCurrency, mergeSheets } from './printed-currencies.ts';
import type { ReportResult } from '../definition/report.ts';
import type { Grid, GridForm, PrintedLine, PrintedMeasure } from './model.ts';

export interface PrintSettings extends Pick<Settings, 'footing' | 'hoursStyle' | 'hoursDigits' | 'moneyDigits'> {
  /** The locale of separators and decimal marks; by default that of files. */
  readonly locale?: string | undefined;
}

const PLAIN_DIGITS = 2;
const PERCENT_DIGITS = 1;

export function chooseGrid(unit: MeasureUnit, settings: PrintSettings): Grid {
  return { ...createGrid(unit, settings), locale: settings.locale };
}

function createGrid(unit: MeasureUnit, settings: PrintSettings): Grid {
  switch (unit) {
    case 'hours': {
      const { hoursStyle, hoursDigits } = settings;
      if (hoursStyle === 'clock')
        return { style: 'clock', digits: 0, step: MILLIONTHS_PER_MINUTE, scaled: toMillionthMinutes };
      // Hours are computed in minutes, so that thirds of an hour are exact: a hundredth of an hour is 0.6 minutes.
      const step = (60n * MILLIONTHS_PER_MINUTE) / 10n ** BigInt(hoursDigits);
      return { style: 'decimal', digits: hoursDigits, step, scaled: toMillionthMinutes };
    }
    case 'money':
    case 'rate':
      return createDecimalGrid(settings.moneyDigits);
    case 'days':
      return createDecimalGrid(settings.hoursDigits);
    case 'count':
    case 'minutes':
      return createDecimalGrid(0);
    case 'share':
      return { ...createDecimalGrid(PERCENT_DIGITS), style: 'percent', scaled: (units) => units * 100n };
    case 'percent':
      return { ...createDecimalGrid(PERCENT_DIGITS), style: 'percent' };
    case 'plain':
      return createDecimalGrid(PLAIN_DIGITS);
  }
}

function createDecimalGrid(digits: number): Grid {
  return { style: 'decimal', digits, step: 10n ** BigInt(SCALE - digits), scaled: (units) => units };
}

/** Rounds one figure individually, as outside tables. Null stays null. */
export function toSteps(value: string | null, grid: Grid): Steps | null {
  return value === null ? null : roundToNearestStep(grid.scaled(toUnits(value)), grid.step);
}

export interface TextStyle {
  /** The text for an unknown figure; empty by default. */
  readonly unknown?: string;
  /** The minus sign; `-` by default. */
  readonly minus?: string;
  /** Whether figures above 0 have a leading `+`. */
  readonly signed?: boolean;
}

/** Formats as `1,234.50`, `1,240:30` or `81.3 %`. */
export function formatSteps(steps: Steps | null, { style, digits, locale }: GridForm, text: TextStyle = {}): string {
  if (steps === null) return text.unknown ?? '';
  const sign = steps < 0n ? (text.minus ?? '-') : text.signed === true && steps > 0n ? '+' : '';
  const magnitude = steps < 0n ? -steps : steps;
  if (style === 'clock')
    return `${sign}${formatCount(magnitude / 60n, locale)}:${String(magnitude % 60n).padStart(2, '0')}`;
  const one = 10n ** BigInt(digits);
  const fraction = digits === 0 ? '' : `.${String(magnitude % one).padStart(digits, '0')}`;
  return `${sign}${formatDecimal(`${magnitude / one}${fraction}`, locale)}${style === 'percent' ? ' %' : ''}`;
}

/** Prints a measure, by currency if there are several. The parts of a broken-down line add up to its printed figure. */
export function printMeasure(measure: Measure, result: ReportResult, settings: PrintSettings): PrintedMeasure {
  const sheet = printInCurrencies(measure, result, settings);
  const { breakdowns = [] } = result;
  if (breakdowns.length === 0) return sheet;
  const printed: PrintedMeasure[] = [];
  for (const [index, { rows }] of breakdowns.entries()) {
    const above = findBrokenDownLine(result, index);
    const line = above && pickLine(above, sheet, printed);
    const answer = { ...result, breakdowns: [], total: above?.line ?? result.total, subtotals: [], rows };
    printed.push(printInCurrencies(measure, answer, settings, line));
  }
  return { ...sheet, breakdowns: printed };
}

/** @param above the printed broken-down line; undefined for the report itself */
function printInCurrencies(
  measure: Measure,
  result: ReportResult,
  settings: PrintSettings,
  above?: PrintedLine,
): PrintedMeasure {
  const combinedSheet = printSheet(measure, result, settings, above);
  const { currencies = [] } = result;
  if (!measure.money || currencies.length < 2) return combinedSheet;
  const toSheet = (currency: string | null) => {
    const printedPart = above?.parts?.find((part) => part.currency === currency)?.line;
    return printSheet(measure, pickCurrency(result, currency), settings, above && (printedPart ?? emptyLine));
  };
  return mergeSheets(
    combinedSheet,
    currencies.map((currency) => ({ currency, sheet: toSheet(currency) })),
  );
}

/** Prints a measure's table. Line 0 is the total, followed by the subtotals and the rows, as in `findLineParents`. */
function printSheet(
  measure: Measure,
  result: ReportResult,
  settings: PrintSettings,
  above?: PrintedLine,
): PrintedMeasure {
  const grid = chooseGrid(measure.unit, settings);
  const parents = findLineParents(result);
  const lines = [result.total, ...result.subtotals, ...result.rows];
  const toAmount = (value: string | null | undefined) =>
    value === null || value === undefined ? null : grid.scaled(toUnits(value));
  const hasColumns = result.columns.length > 0;
  const sheet: Sheet = {
    parents,
    values: lines.map(({ values }) => toAmount(values[measure.id])),
    cells: lines.map((line, index) => {
      if (!hasColumns) return [];
      const cells =
        line.cells?.[measure.id] ?? (index === 0 ? result.columns.map(({ values }) => values[measure.id]) : []);
      return result.columns.map((_, column) => toAmount(cells[column]));
    }),
  };
  const footed = footSheet(measure, sheet, grid, settings, above);
  const before = footSheet(
    measure,
    { parents, values: lines.map((line) => toAmount(line.before?.values[measure.id])), cells: lines.map(() => []) },
    grid,
    settings,
    above && { value: above.before, cells: [] },
  );
  const differences = measure.additive ? computeDifferences(parents, footed) : [];
  const beforeDifferences = measure.additive ? computeDifferences(parents, before) : [];
  const changes = lines.map((line, index) =>
    toChange(line, measure, footed.values[index] ?? null, before.values[index] ?? null),
  );
  const changeDifferences = measure.additive
    ? computeDifferences(parents, { values: changes, cells: lines.map(() => []) })
    : [];
  const isFitted = [footed, before].every(({ by }) => by !== 'exact' && by !== 'itself');
  const inside = isFitted ? [] : listLinesBelow(parents);
  // A line without a figure is not rounded, so it causes no difference.
  const countBelow = (below: readonly number[]) => {
    const count = (figures: readonly (Steps | null | undefined)[]) =>
      below.filter((line) => typeof figures[line] === 'bigint').length;
    return {
      value: count(footed.values),
      before: count(before.values),
      change: count(changes),
      cells: result.columns.map((_, column) => count(footed.cells.map((cells) => cells[column]))),
    };
  };
  const printed = lines.map((_, index): PrintedLine => {
    const { below = null, across = 0n } = differences[index] ?? {};
    const beforeDifference = beforeDifferences[index]?.below?.value ?? 0n;
    const change = changeDifferences[index]?.below?.value ?? 0n;
    const addsUp = below === null && beforeDifference === 0n && change === 0n;
    return {
      value: footed.values[index] ?? null,
      cells: footed.cells[index] ?? [],
      before: before.values[index] ?? null,
      change: changes[index] ?? null,
      below: addsUp
        ? null
        : { lines: countBelow(inside[index] ?? []), value: 0n, cells: [], ...below, before: beforeDifference, change },
      across,
    };
  });
  const [total = emptyLine] = printed;
  const rowsFrom = 1 + result.subtotals.length;
  return {
    measure,
    grid,
    footing: footed.by,
    total,
    subtotals: printed.slice(1, rowsFrom),
    rows: printed.slice(rowsFrom),
  };
}

const emptyLine: PrintedLine = { value: null, cells: [], before: null, change: null, below: null, across: 0n };

type ComparedLine = Pick<ReportResult['total'], 'records' | 'before'>;

function toChange(
  { records, before }: ComparedLine,
  { additive }: Measure,
  valueSteps: Steps | null,
  beforeSteps: Steps | null,
) {
  // If neither period has a figure, there is no change rather than a change of 0.
  if (before === undefined || (valueSteps === null && beforeSteps === null)) return null;
  const current = valueSteps ?? (additive && records === 0 ? 0n : null);
  const earlier = beforeSteps ?? (additive && before === null ? 0n : null);
  return current === null || earlier === null ? null : current - earlier;
}

function footSheet(
  { additive }: Measure,
  sheet: Sheet,
  { step }: Grid,
  { footing }: PrintSettings,
  above: Pick<PrintedLine, 'value' | 'cells'> | undefined,
): FootedSheet {
  const policy = additive ? footing : 'exact';
  const footed = above ? footParts(sheet, step, policy, above) : foot(sheet, step, policy);
  return additive ? footed : { ...footed, by: 'itself' };
}

export function printReport(
  measures: readonly Measure[],
  result: ReportResult,
  settings: PrintSettings,
): PrintedMeasure[] {
  return measures.map((measure) => printMeasure(measure, result, settings));
}

// Formats units and changes.

/** Formats as `h`, `%`, `EUR` or `EUR/h`; empty if there is no unit. */
export function formatUnit(unit: MeasureUnit, currency: string | null): string {
  switch (unit) {
    case 'hours':
      return uiTexts.units.hours;
    case 'days':
      return uiTexts.units.days;
    case 'minutes':
      return uiTexts.units.minutes;
    case 'money':
      return currency ?? '';
    case 'rate':
      return uiTexts.units.rate(currency);
    case 'percent':
    case 'share':
      return uiTexts.units.percent;
    case 'count':
    case 'plain':
      return '';
  }
}

/**
 * Formats a change with its sign, `+9.99` or `−0:20`; a change of a share in points, `+25.0 pts`, because a percentage would be read as
 * relative.
 * @param steps the difference between two printed figures
 */
export function printChange(steps: Steps | null, grid: GridForm, text: Omit<TextStyle, 'signed'> = {}): string {
  const signed = { ...text, signed: true };
  if (steps === null || grid.style !== 'percent') return formatSteps(steps, grid, signed);
  return groupTexts.points(formatSteps(steps, { ...grid, style: 'decimal' }, signed));
}
