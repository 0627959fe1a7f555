/** Prints money in several currencies: each currency is footed separately, and amounts are printed with their currency. */
import { amountTexts as texts } from '#texts/reports/reports.ts';
import { findMeasure, type Measure } from '../definition/measures.ts';
import type { PrintedLine, PrintedMeasure, PrintedPart } from './model.ts';
import type { Figures, LabelledFigures, ReportResult, Report } from '../definition/report.ts';

// The currency printed with a report's money: one for all of it, or one for each amount.

type CurrencyResult = Pick<ReportResult, 'notes' | 'currencies'>;

/** Chooses the currency of all the report's money; null if there is none or several. */
export function chooseCurrency({ notes, currencies }: CurrencyResult, workspaceCurrency: string | null): string | null {
  if (hasMultipleCurrencies({ notes, currencies })) return null;
  const [only = workspaceCurrency] = currencies ?? [];
  return only;
}

/** Returns whether a report shows any amount or rate, so that its currency must be named. */
export function hasMoney({ measures }: Pick<Report, 'measures'>): boolean {
  return measures.some((id) => isAmount(findMeasure(id)));
}

/** Returns whether the report has several currencies, so that each amount must name its own. */
export function hasMultipleCurrencies({ notes, currencies = [] }: CurrencyResult): boolean {
  return currencies.length > 1 || notes.some(({ kind }) => kind === 'mixed-currencies');
}

export interface AmountPlace {
  readonly line: Pick<ReportResult['total'], 'currency' | 'cellCurrencies' | 'amounts' | 'cellAmounts'>;
  /** The column's index; undefined for the line's total. */
  readonly column?: number | undefined;
}

export const isAmount = (measure: Pick<Measure, 'unit'> | undefined) =>
  measure?.unit === 'money' || measure?.unit === 'rate';

/** Chooses the currency to print with an amount or rate if the report has several; null for none, or if the figure is not an amount. */
export function chooseCurrencyLabel(measure: Pick<Measure, 'unit' | 'id'>, place: AmountPlace): string | null {
  return isAmount(measure) ? findCurrency(measure, place) : null;
}

/** Finds the currency of an amount, whether the report has one currency or several. */
export function findCurrencyOfAmount(
  result: CurrencyResult,
  { measure, ...place }: AmountPlace & { readonly measure: Pick<Measure, 'id'> },
  workspaceCurrency: string | null,
): string | null {
  return hasMultipleCurrencies(result) ? findCurrency(measure, place) : chooseCurrency(result, workspaceCurrency);
}

/** If a line has money in several currencies, a measure may have money in only one of them. */
function findCurrency({ id }: Pick<Measure, 'id'>, { line, column }: AmountPlace): string | null {
  const amounts = (column === undefined ? line.amounts : line.cellAmounts?.[column]) ?? [];
  const known = amounts.filter(({ values }) => (values[id] ?? null) !== null);
  if (amounts.length > 0) return known.length === 1 ? (known[0]?.currency ?? null) : null;
  return (column === undefined ? line.currency : line.cellCurrencies?.[column]) ?? null;
}

type Values = Figures['values'];

/** Reduces a result to the money of one currency. @param label the currency; null for money without one */
export function pickCurrency(result: ReportResult, label: string | null): ReportResult {
  const convertLine = <Line extends ReportResult['total']>(line: Line): Line => {
    const { before, further, cells, cellCurrencies, cellAmounts } = line;
    const pickPast = (figuresBefore: Figures | null) =>
      figuresBefore && hasCurrency(figuresBefore, label) ? pickFigures(figuresBefore, label) : null;
    const pickCell = (id: string, column: number, value: string | null) => {
      const amounts = cellAmounts?.[column];
      if (amounts) return findValues(amounts, label)?.[id] ?? null;
      return cellCurrencies?.[column] === label ? value : null;
    };
    return {
      ...pickFigures(line, label),
      ...(before !== undefined && { before: pickPast(before) }),
      ...(further && {
        further: further.map((comparison) => comparison && { ...comparison, before: pickPast(comparison.before) }),
      }),
      ...(cells && {
        cells: Object.fromEntries(
          Object.entries(cells).map(([id, columnValues]) => [
            id,
            columnValues.map((value, column) => pickCell(id, column, value)),
          ]),
        ),
      }),
    };
  };
  return {
    ...result,
    rows: result.rows.map(convertLine),
    subtotals: result.subtotals.map(convertLine),
    columns: result.columns.map((column) => pickFigures(column, label)),
    total: convertLine(result.total),
  };
}

/** A line whose money is in a different currency has no values and no records in this one. */
function pickFigures<Line extends Figures>(line: Line, label: string | null): Line {
  const values = findOwnValues(line, label);
  return { ...line, values: values ?? {}, records: values ? line.records : 0 };
}

const hasCurrency = (line: Figures, label: string | null) => findOwnValues(line, label) !== undefined;

function findOwnValues(line: Figures, label: string | null): Values | undefined {
  const { values, currency = null, amounts } = line;
  if (amounts) return findValues(amounts, label);
  return currency === label || isUnpaid(line) ? values : undefined;
}

/** Records without any amount belong to every currency, because their currency is not missing. */
function isUnpaid({ records, values, currency = null }: Figures): boolean {
  const isKnown = ([id, value]: [string, string | null]) => value !== null && findMeasure(id)?.money === true;
  return currency === null && records > 0 && !Object.entries(values).some(isKnown);
}

function findValues(amounts: readonly LabelledFigures[], label: string | null): Values | undefined {
  return amounts.find(({ currency }) => currency === label)?.values;
}

export interface LabelledSheet {
  readonly currency: string | null;
  readonly sheet: PrintedMeasure;
}

/** Merges sheets into one whose lines have a part per currency. A figure that exists in only one currency is also set on the line. */
export function mergeSheets(fullSheet: PrintedMeasure, sheets: readonly LabelledSheet[]): PrintedMeasure {
  const mergeLine = (line: PrintedLine, findPart: (sheet: PrintedMeasure) => PrintedLine | undefined): PrintedLine => {
    const parts = sheets.flatMap(({ currency, sheet }): PrintedPart[] => {
      const part = findPart(sheet);
      return part && hasFigures(part) ? [{ currency, line: part }] : [];
    });
    const findOnly = <Value>(readFigure: (part: PrintedLine) => Value | null) => {
      const knownValues = parts.flatMap((part) => readFigure(part.line) ?? []);
      return knownValues.length === 1 ? (knownValues[0] ?? null) : null;
    };
    return {
      value: findOnly(({ value }) => value),
      cells: line.cells.map((_, column) => findOnly(({ cells }) => cells[column] ?? null)),
      before: findOnly(({ before }) => before),
      change: findOnly(({ change }) => change),
      below: null,
      across: 0n,
      parts,
    };
  };
  const footings = new Set(sheets.map(({ sheet }) => sheet.footing));
  const [footing = fullSheet.footing] = footings;
  return {
    ...fullSheet,
    footing: footings.size === 1 ? footing : 'itself',
    total: mergeLine(fullSheet.total, ({ total }) => total),
    subtotals: fullSheet.subtotals.map((line, index) => mergeLine(line, ({ subtotals }) => subtotals[index])),
    rows: fullSheet.rows.map((line, index) => mergeLine(line, ({ rows }) => rows[index])),
  };
}

function hasFigures({ value, before, cells, below, across }: PrintedLine): boolean {
  const isKnown = value !== null || before !== null || cells.some((cell) => cell !== null);
  return isKnown || below !== null || across !== 0n;
}

/** Lists the parts of a line by currency, or the line itself if it has none. */
export function toLines(line: PrintedLine): readonly PrintedLine[] {
  return line.parts?.map((part) => part.line) ?? [line];
}

/** Formats a figure of a line; if a report has several currencies, each amount names its own: `12,300.00 EUR · 4,100.00 USD`. */
export function formatFigure(...figure: Parameters<typeof formatFigures>): string {
  return formatFigures(...figure).join(texts.separator);
}

/**
 * Formats each amount separately: no text for an unknown figure, one text for a single figure.
 * @param formatLine formats a part or the line itself; an empty text prints nothing
 */
export function formatFigures(
  measure: Pick<Measure, 'unit'>,
  line: PrintedLine,
  formatLine: (line: PrintedLine) => string,
): string[] {
  if (!line.parts) return [formatLine(line)].filter((text) => text !== '');
  const partTexts = line.parts.flatMap((part) => {
    const text = formatLine(part.line);
    return text === '' ? [] : [{ text, currency: part.currency }];
  });
  // A percentage names its currency only beside percentages in other currencies.
  if (partTexts.length > 1) return partTexts.map(({ text, currency }) => texts.of(text, currency));
  return partTexts.map(({ text, currency }) =>
    currency !== null && isAmount(measure) ? texts.of(text, currency) : text,
  );
}
