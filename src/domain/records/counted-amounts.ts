/**
 * Amounts of records under the workspace's choice of what counts. Where that is not the recorded amount, a file of records has the amount
 * that counts in a column of its own: its sum is the report's figure, and the recorded amount is named so.
 */
import { propertyNames } from '../properties.ts';
import { chosenAmounts, COST, listReadProperties, VALUE } from '../reports/definition/counted.ts';
import type { AmountSource } from '../settings.ts';

interface RecordValues {
  readonly values: Readonly<Record<string, string | null>>;
  readonly unreadable: Readonly<Record<string, string>>;
}

export interface CountedAmount {
  /** The measure that sums the amount, which names the column. */
  readonly measure: 'billable_value' | 'recorded_cost';
  readonly recorded: string;
  /** The properties in which a record has the amount, the preferred one first. */
  readonly from: readonly string[];
}

const measures = [
  { amount: VALUE, measure: 'billable_value' },
  { amount: COST, measure: 'recorded_cost' },
] as const;

/** @param property full name. @returns undefined where the property itself is what counts, or is no such amount */
export function findCountedAmount(property: string, amounts: AmountSource): CountedAmount | undefined {
  if (amounts === 'recorded') return undefined;
  return measures
    .filter(({ amount }) => chosenAmounts.get(amount)?.recorded === property)
    .map(({ amount, measure }) => ({ measure, recorded: property, from: listReadProperties(amount, amounts) }))[0];
}

/** Reads the amount as reports do: an unreadable amount is not replaced by another. */
export function readCountedAmount({ from }: CountedAmount, { values, unreadable }: RecordValues): string | null {
  for (const name of from) {
    const value = values[name] ?? null;
    if (value !== null || Object.hasOwn(unreadable, name)) return value;
  }
  return null;
}

/**
 * Lists the sums that the chosen columns need.
 * @param isCountedAlone true for clients and pages, which show only the amounts that count
 */
export function listTotalled(columns: readonly string[], amounts: AmountSource, isCountedAlone: boolean): string[] {
  return columns.flatMap((name) => {
    const counted = findCountedAmount(name, amounts);
    if (!counted) return [name];
    return isCountedAlone ? [counted.measure] : [name, counted.measure];
  });
}

const loggedTimes: readonly string[] = [propertyNames.totalMinutes, propertyNames.totalHours];
const billableTimes: readonly string[] = [propertyNames.billableMinutes, propertyNames.billableHours];
const values: readonly string[] = [propertyNames.billableAmount, propertyNames.billableAmountAuto];
const costs: readonly string[] = [propertyNames.costAmount, propertyNames.costAmountAuto];

/**
 * Lists the measures whose notes a file with these columns needs, as a report of the same records has them: a reader who adds up hours and
 * amounts must know which hours have no amount.
 */
export function listNotedMeasures(columns: readonly string[]): string[] {
  const hasAny = (names: readonly string[]) => names.some((name) => columns.includes(name));
  return [
    ...(hasAny(loggedTimes) ? ['logged_hours'] : []),
    ...(hasAny(billableTimes) ? ['billable_logged_hours'] : []),
    ...(hasAny(values) ? ['billable_value'] : []),
    ...(hasAny(costs) ? ['recorded_cost'] : []),
    ...(hasAny(billableTimes) && hasAny(values) ? ['effective_rate'] : []),
    ...(hasAny(values) && hasAny(costs) ? ['margin'] : []),
  ];
}
