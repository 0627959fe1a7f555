/** Which currency may be written beside a report's money: the one of all of it, or each amount's own. */
import { findMeasure, type Measure } from '../definition/measures.ts';
import type { Report, ReportResult } from '../definition/report.ts';

type Labelled = Pick<ReportResult, 'notes' | 'currencies'>;

/**
 * Of all the report's money; null: it has none, or several.
 * @param own the workspace's currency
 */
export function chooseCurrency({ notes, currencies }: Labelled, own: string | null): string | null {
  if (isSeveral({ notes, currencies })) return null;
  const [only = own] = currencies ?? [];
  return only;
}

/** Whether a report shows any amount or rate, so that its currency must be named. */
export function hasMoney({ measures }: Pick<Report, 'measures'>): boolean {
  return measures.some((id) => isAmount(findMeasure(id)));
}

/** Whether each amount must name its own. */
export function isSeveral({ notes, currencies = [] }: Labelled): boolean {
  return currencies.length > 1 || notes.some(({ kind }) => kind === 'mixed-currencies');
}

export interface AmountPlace {
  readonly line: Pick<ReportResult['total'], 'currency' | 'cellCurrencies' | 'amounts' | 'cellAmounts'>;
  /** The column's place; undefined: the line's total. */
  readonly column?: number | undefined;
}

/** Whether its figures name a currency. */
export const isAmount = (measure: Pick<Measure, 'unit'> | undefined) =>
  measure?.unit === 'money' || measure?.unit === 'rate';

/** The currency to write beside one amount or rate, where a report has several; null: none, or no amount at all. */
export function labelBeside(measure: Pick<Measure, 'unit' | 'id'>, place: AmountPlace): string | null {
  return isAmount(measure) ? findCurrency(measure, place) : null;
}

/** Of one amount, whether the report has one currency or several. */
export function currencyAt(
  result: Labelled,
  { measure, ...place }: AmountPlace & { readonly measure: Pick<Measure, 'id'> },
  own: string | null,
): string | null {
  return isSeveral(result) ? findCurrency(measure, place) : chooseCurrency(result, own);
}

/** Where a line has money of several currencies, a measure may have that of one of them only. */
function findCurrency({ id }: Pick<Measure, 'id'>, { line, column }: AmountPlace): string | null {
  const amounts = (column === undefined ? line.amounts : line.cellAmounts?.[column]) ?? [];
  const known = amounts.filter(({ values }) => (values[id] ?? null) !== null);
  if (amounts.length > 0) return known.length === 1 ? (known[0]?.currency ?? null) : null;
  return (column === undefined ? line.currency : line.cellCurrencies?.[column]) ?? null;
}
