/** Prints money in several currencies: each is footed separately, as if there were no other, and printed with its currency. */
import { amountTexts as texts } from '#texts/reports/reports.ts';
import { isAmount } from './currency.ts';
import { findMeasure, type Measure } from '../definition/measures.ts';
import type { PrintedLine, PrintedMeasure } from './model.ts';
import type { Figures, LabelledFigures, ReportResult } from '../definition/report.ts';
import type { PrintedPart } from './model.ts';

type Values = Figures['values'];

/** The answer as if only money of one currency were in it. @param label null: money without one */
export function ofCurrency(result: ReportResult, label: string | null): ReportResult {
  const line = <Line extends ReportResult['total']>(whole: Line): Line => {
    const { before, further, cells, cellCurrencies, cellAmounts } = whole;
    const inPast = (past: Figures | null) => (past && has(past, label) ? figures(past, label) : null);
    const cellAt = (id: string, column: number, value: string | null) => {
      const several = cellAmounts?.[column];
      if (several) return findValues(several, label)?.[id] ?? null;
      return cellCurrencies?.[column] === label ? value : null;
    };
    return {
      ...figures(whole, label),
      ...(before !== undefined && { before: inPast(before) }),
      ...(further && { further: further.map((each) => each && { ...each, before: inPast(each.before) }) }),
      ...(cells && {
        cells: Object.fromEntries(
          Object.entries(cells).map(([id, own]) => [id, own.map((value, column) => cellAt(id, column, value))]),
        ),
      }),
    };
  };
  return {
    ...result,
    rows: result.rows.map(line),
    subtotals: result.subtotals.map(line),
    columns: result.columns.map((column) => figures(column, label)),
    total: line(result.total),
  };
}

/** A line whose money is of another currency has nothing of this one: not even a record. */
function figures<Line extends Figures>(line: Line, label: string | null): Line {
  const values = ownValues(line, label);
  return { ...line, values: values ?? {}, records: values ? line.records : 0 };
}

const has = (line: Figures, label: string | null) => ownValues(line, label) !== undefined;

function ownValues(line: Figures, label: string | null): Values | undefined {
  const { values, currency = null, amounts } = line;
  if (amounts) return findValues(amounts, label);
  return currency === label || isUnpaid(line) ? values : undefined;
}

/** Records without any amount are not counted for a currency: that does not mean there is none of it. */
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

/** One sheet whose lines are printed in parts; a figure of one currency alone stands for the line too. */
export function sheetOfParts(whole: PrintedMeasure, sheets: readonly LabelledSheet[]): PrintedMeasure {
  const merged = (line: PrintedLine, partIn: (sheet: PrintedMeasure) => PrintedLine | undefined): PrintedLine => {
    const parts = sheets.flatMap(({ currency, sheet }): PrintedPart[] => {
      const own = partIn(sheet);
      return own && isThere(own) ? [{ currency, line: own }] : [];
    });
    const only = <Value>(of: (part: PrintedLine) => Value | null) => {
      const known = parts.flatMap((part) => of(part.line) ?? []);
      return known.length === 1 ? (known[0] ?? null) : null;
    };
    return {
      value: only(({ value }) => value),
      cells: line.cells.map((_, column) => only(({ cells }) => cells[column] ?? null)),
      before: only(({ before }) => before),
      change: only(({ change }) => change),
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
    total: merged(whole.total, ({ total }) => total),
    subtotals: whole.subtotals.map((line, at) => merged(line, ({ subtotals }) => subtotals[at])),
    rows: whole.rows.map((line, at) => merged(line, ({ rows }) => rows[at])),
  };
}

function isThere({ value, before, cells, below, across }: PrintedLine): boolean {
  const isKnown = value !== null || before !== null || cells.some((each) => each !== null);
  return isKnown || below !== null || across !== 0n;
}

/** Every part of a line: those of several currencies, or the line as it is. */
export function toLines(line: PrintedLine): readonly PrintedLine[] {
  return line.parts?.map((part) => part.line) ?? [line];
}

/** A figure of a line as text: where a report has several currencies each amount with its own, `12,300.00 EUR · 4,100.00 USD`. */
export function figureText(...figure: Parameters<typeof figureTexts>): string {
  return figureTexts(...figure).join(texts.separator);
}

/**
 * The same, each amount separately: none where it is unknown, one where it is one figure.
 * @param textIn of a part, or of the line as it is; empty: nothing to print
 */
export function figureTexts(
  measure: Pick<Measure, 'unit'>,
  line: PrintedLine,
  textIn: (line: PrintedLine) => string,
): string[] {
  if (!line.parts) return [textIn(line)].filter((text) => text !== '');
  const told = line.parts.flatMap((part) => {
    const text = textIn(part.line);
    return text === '' ? [] : [{ text, currency: part.currency }];
  });
  // A percentage names its currency only beside another's.
  if (told.length > 1) return told.map(({ text, currency }) => texts.of(text, currency));
  return told.map(({ text, currency }) => (currency !== null && isAmount(measure) ? texts.of(text, currency) : text));
}
