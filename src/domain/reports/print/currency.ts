/** Chooses the currency to write beside a report's money: one for all of it, or each amount's own. */
import { findMeasure, type Measure } from '../definition/measures.ts';
import type { Report, ReportResult } from '../definition/report.ts';

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
