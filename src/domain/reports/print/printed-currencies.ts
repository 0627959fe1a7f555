/** Prints money in several currencies: each is footed separately, as if there were no other, and printed with its currency. */
import { amountTexts as texts } from '#texts/reports/reports.ts';
import { findMeasure, type Measure } from '../definition/measures.ts';
import type { PrintedLine, PrintedMeasure, PrintedPart } from './model.ts';
import type { Figures, LabelledFigures, ReportResult, Report } from '../definition/report.ts';

// Chooses the currency to write beside a report's money: one for all of it, or each amount's own.

type CurrencyResult = Pick<ReportResult, 'notes' | 'currencies'>;

/** Chooses the one currency of all the report's money; null where it has none, or several. */
export function chooseCurrency({ notes, currencies }: CurrencyResult, workspaceCurrency: string | null): string | null {
  if (isSeveral({ notes, currencies })) return null;
  const [only = workspaceCurrency] = currencies ?? [];
  return only;
}

/** Tells whether a report shows any amount or rate, so that its currency must be named. */
export function hasMoney({ measures }: Pick<Report, 'measures'>): boolean {
  return measures.some((id) => isAmount(findMeasure(id)));
}

/** Tells whether each amount must name its own currency. */
export function isSeveral({ notes, currencies = [] }: CurrencyResult): boolean {
  return currencies.length > 1 || notes.some(({ kind }) => kind === 'mixed-currencies');
}

export interface AmountPlace {
  readonly line: Pick<ReportResult['total'], 'currency' | 'cellCurrencies' | 'amounts' | 'cellAmounts'>;
  /** The column's index; undefined for the line's total. */
  readonly column?: number | undefined;
}

export const isAmount = (measure: Pick<Measure, 'unit'> | undefined) =>
  measure?.unit === 'money' || measure?.unit === 'rate';

/** Chooses the currency to write beside one amount or rate, where a report has several; null for none, or for no amount at all. */
export function chooseCurrencyLabel(measure: Pick<Measure, 'unit' | 'id'>, place: AmountPlace): string | null {
  return isAmount(measure) ? findCurrency(measure, place) : null;
}

/** Finds the currency of one amount, whether the report has one currency or several. */
export function findCurrencyAt(
  result: CurrencyResult,
  { measure, ...place }: AmountPlace & { readonly measure: Pick<Measure, 'id'> },
  workspaceCurrency: string | null,
): string | null {
  return isSeveral(result) ? findCurrency(measure, place) : chooseCurrency(result, workspaceCurrency);
}

/** Where a line has money of several currencies, a measure may have money of only one of them. */
function findCurrency({ id }: Pick<Measure, 'id'>, { line, column }: AmountPlace): string | null {
  const amounts = (column === undefined ? line.amounts : line.cellAmounts?.[column]) ?? [];
  const known = amounts.filter(({ values }) => (values[id] ?? null) !== null);
  if (amounts.length > 0) return known.length === 1 ? (known[0]?.currency ?? null) : null;
  return (column === undefined ? line.currency : line.cellCurrencies?.[column]) ?? null;
}

type Values = Figures['values'];

/** Gives the answer as if only money of one currency were in it. @param label null: money without one */
export function pickCurrency(result: ReportResult, label: string | null): ReportResult {
  const convertLine = <Line extends ReportResult['total']>(whole: Line): Line => {
    const { before, further, cells, cellCurrencies, cellAmounts } = whole;
    const pickPast = (figuresBefore: Figures | null) =>
      figuresBefore && hasCurrency(figuresBefore, label) ? pickFigures(figuresBefore, label) : null;
    const pickCell = (id: string, column: number, value: string | null) => {
      const amounts = cellAmounts?.[column];
      if (amounts) return findValues(amounts, label)?.[id] ?? null;
      return cellCurrencies?.[column] === label ? value : null;
    };
    return {
      ...pickFigures(whole, label),
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

/** A line whose money is of another currency has nothing of this one, not even a record. */
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

/** Records without any amount count for no currency, which does not mean that the currency is missing. */
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

/** Merges the sheets into one whose lines are printed in parts; a figure of one currency alone stands for the line too. */
export function mergeSheets(whole: PrintedMeasure, sheets: readonly LabelledSheet[]): PrintedMeasure {
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
  const [footing = whole.footing] = footings;
  return {
    ...whole,
    footing: footings.size === 1 ? footing : 'itself',
    total: mergeLine(whole.total, ({ total }) => total),
    subtotals: whole.subtotals.map((line, index) => mergeLine(line, ({ subtotals }) => subtotals[index])),
    rows: whole.rows.map((line, index) => mergeLine(line, ({ rows }) => rows[index])),
  };
}

function hasFigures({ value, before, cells, below, across }: PrintedLine): boolean {
  const isKnown = value !== null || before !== null || cells.some((cell) => cell !== null);
  return isKnown || below !== null || across !== 0n;
}

/** Lists every part of a line: those of several currencies, or the line as it is. */
export function toLines(line: PrintedLine): readonly PrintedLine[] {
  return line.parts?.map((part) => part.line) ?? [line];
}

/** Writes a figure of a line; where a report has several currencies, each amount names its own: `12,300.00 EUR · 4,100.00 USD`. */
export function formatFigure(...figure: Parameters<typeof formatFigures>): string {
  return formatFigures(...figure).join(texts.separator);
}

/**
 * Writes each amount separately: no text where it is unknown, one text where it is a single figure.
 * @param formatLine writes a part, or the line as it is; an empty text prints nothing
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
  // A percentage names its currency only beside another's.
  if (partTexts.length > 1) return partTexts.map(({ text, currency }) => texts.of(text, currency));
  return partTexts.map(({ text, currency }) =>
    currency !== null && isAmount(measure) ? texts.of(text, currency) : text,
  );
}
