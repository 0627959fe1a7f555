/** Prints a report: every figure of its table in whole steps, footed as the workspace's settings say, and its text. */
import { SCALE, toUnits } from '../../decimal.ts';
import { formatCount, formatDecimal } from '../../locale-forms.ts';
import { MINUTE, minutesOfHours } from '../../time/hours.ts';
import type { Settings } from '../../settings.ts';
import { foot, findLacking, footParts, nearest, type FootedSheet, type Sheet, type Steps } from './footing.ts';
import { findBrokenLine, pickLine } from './broken-lines.ts';
import { lineParents } from './lines.ts';
import type { Measure, MeasureUnit } from '../definition/measures.ts';
import { ofCurrency, sheetOfParts } from './printed-currencies.ts';
import type { ReportResult } from '../definition/report.ts';
import type { Grid, GridForm, PrintedLine, PrintedMeasure } from './model.ts';

export interface PrintSettings extends Pick<Settings, 'footing' | 'hoursStyle' | 'hoursDigits' | 'moneyDigits'> {
  /** Of the marks in figures; by default as files have them. */
  readonly locale?: string | undefined;
}

const PLAIN_DIGITS = 2;
const PERCENT_DIGITS = 1;

export function chooseGrid(unit: MeasureUnit, settings: PrintSettings): Grid {
  return { ...gridOf(unit, settings), locale: settings.locale };
}

function gridOf(unit: MeasureUnit, settings: PrintSettings): Grid {
  switch (unit) {
    case 'hours': {
      const { hoursStyle, hoursDigits } = settings;
      if (hoursStyle === 'clock') return { style: 'clock', digits: 0, step: MINUTE, scaled: minutesOfHours };
      // Counted in minutes, so that thirds of an hour are exact: a hundredth of an hour is 0.6 minutes.
      const step = (60n * MINUTE) / 10n ** BigInt(hoursDigits);
      return { style: 'decimal', digits: hoursDigits, step, scaled: minutesOfHours };
    }
    case 'money':
    case 'rate':
      return decimals(settings.moneyDigits);
    case 'days':
      return decimals(settings.hoursDigits);
    case 'count':
    case 'minutes':
      return decimals(0);
    case 'share':
      return { ...decimals(PERCENT_DIGITS), style: 'percent', scaled: (units) => units * 100n };
    case 'percent':
      return { ...decimals(PERCENT_DIGITS), style: 'percent' };
    case 'plain':
      return decimals(PLAIN_DIGITS);
  }
}

function decimals(digits: number): Grid {
  return { style: 'decimal', digits, step: 10n ** BigInt(SCALE - digits), scaled: (units) => units };
}

/** One figure rounded alone, as outside tables. Null stays null. */
export function toSteps(value: string | null, grid: Grid): Steps | null {
  return value === null ? null : nearest(grid.scaled(toUnits(value)), grid.step);
}

export interface TextStyle {
  /** Text for an unknown figure; default empty. */
  readonly unknown?: string;
  /** Default `-`. */
  readonly minus?: string;
  /** A leading `+` on figures above 0. */
  readonly signed?: boolean;
}

/** `1,234.50`, `1,240:30`, `81.3 %`. */
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

/** `rounding`: what rounding each line alone can leave. `unlisted`: more than that, so figures outside every line. */
export type Lack = 'rounding' | 'unlisted';

/** @param lines how many lines the total has directly above it */
export function judgeLack(steps: Steps, lines: number): Lack {
  const magnitude = steps < 0n ? -steps : steps;
  return magnitude * 2n <= BigInt(lines + 1) ? 'rounding' : 'unlisted';
}

/** The same for changes, each of which is the difference of two rounded figures. */
export function lackOfChange(steps: Steps, lines: number): Lack {
  return judgeLack(steps, 2 * lines + 1);
}

/** Money of several currencies is footed for each separately. The parts of a line add up to what is printed in it. */
export function printMeasure(measure: Measure, result: ReportResult, settings: PrintSettings): PrintedMeasure {
  const sheet = printInCurrencies(measure, result, settings);
  const { breakdowns = [] } = result;
  if (breakdowns.length === 0) return sheet;
  const printed: PrintedMeasure[] = [];
  for (const [at, { rows }] of breakdowns.entries()) {
    const above = findBrokenLine(result, at);
    const line = above && pickLine(above, sheet, printed);
    const answer = { ...result, breakdowns: [], total: above?.line ?? result.total, subtotals: [], rows };
    printed.push(printInCurrencies(measure, answer, settings, line));
  }
  return { ...sheet, breakdowns: printed };
}

/** @param above the printed line that is broken down; undefined: a report of its own */
function printInCurrencies(
  measure: Measure,
  result: ReportResult,
  settings: PrintSettings,
  above?: PrintedLine,
): PrintedMeasure {
  const whole = printSheet(measure, result, settings, above);
  const { currencies = [] } = result;
  if (!measure.money || currencies.length < 2) return whole;
  const toSheet = (currency: string | null) => {
    const own = above?.parts?.find((each) => each.currency === currency)?.line;
    return printSheet(measure, ofCurrency(result, currency), settings, above && (own ?? emptyLine));
  };
  return sheetOfParts(
    whole,
    currencies.map((currency) => ({ currency, sheet: toSheet(currency) })),
  );
}

/** Line 0 is the total, then the subtotals, then the rows, as `lineParents` counts them. */
function printSheet(
  measure: Measure,
  result: ReportResult,
  settings: PrintSettings,
  above?: PrintedLine,
): PrintedMeasure {
  const grid = chooseGrid(measure.unit, settings);
  const parents = lineParents(result);
  const lines = [result.total, ...result.subtotals, ...result.rows];
  const amount = (value: string | null | undefined) =>
    value === null || value === undefined ? null : grid.scaled(toUnits(value));
  const columns = result.columns.length > 0;
  const sheet: Sheet = {
    parents,
    values: lines.map(({ values }) => amount(values[measure.id])),
    cells: lines.map((line, at) => {
      if (!columns) return [];
      const cells =
        line.cells?.[measure.id] ?? (at === 0 ? result.columns.map(({ values }) => values[measure.id]) : []);
      return result.columns.map((_, column) => amount(cells[column]));
    }),
  };
  const footed = footedSheet(measure, sheet, grid, settings, above);
  const before = footedSheet(
    measure,
    { parents, values: lines.map((line) => amount(line.before?.values[measure.id])), cells: lines.map(() => []) },
    grid,
    settings,
    above && { value: above.before, cells: [] },
  );
  const lacking = measure.additive ? findLacking(parents, footed) : [];
  const beforeLacking = measure.additive ? findLacking(parents, before) : [];
  const changes = lines.map((line, at) =>
    toChange(line, measure, footed.values[at] ?? null, before.values[at] ?? null),
  );
  const changesLack = measure.additive ? findLacking(parents, { values: changes, cells: lines.map(() => []) }) : [];
  const printed = lines.map((_, at): PrintedLine => {
    const { below = null, across = 0n } = lacking[at] ?? {};
    const missed = beforeLacking[at]?.below?.value ?? 0n;
    const change = changesLack[at]?.below?.value ?? 0n;
    const isWhole = below === null && missed === 0n && change === 0n;
    return {
      value: footed.values[at] ?? null,
      cells: footed.cells[at] ?? [],
      before: before.values[at] ?? null,
      change: changes[at] ?? null,
      below: isWhole ? null : { value: 0n, cells: [], ...below, before: missed, change },
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

type Compared = Pick<ReportResult['total'], 'records' | 'before'>;

function toChange({ records, before }: Compared, { additive }: Measure, now: Steps | null, was: Steps | null) {
  // Nothing on either side is no change of 0.
  if (before === undefined || (now === null && was === null)) return null;
  const current = now ?? (additive && records === 0 ? 0n : null);
  const earlier = was ?? (additive && before === null ? 0n : null);
  return current === null || earlier === null ? null : current - earlier;
}

function footedSheet(
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

/** @returns every measure of a report, in order. */
export function printReport(
  measures: readonly Measure[],
  result: ReportResult,
  settings: PrintSettings,
): PrintedMeasure[] {
  return measures.map((measure) => printMeasure(measure, result, settings));
}
