/**
 * The amounts of records that count by the workspace's setting. If that is not the recorded amount, a file of records has a separate column
 * for it, whose sum is the report's figure, and the recorded amount is labelled as such.
 */
import { propertyNames } from '../properties.ts';
import { chosenAmounts, COST, listReadProperties, VALUE } from '../reports/definition/counted.ts';
import type { AmountSource } from '../settings.ts';

interface RecordValues {
  readonly values: Readonly<Record<string, string | null>>;
  readonly unreadable: Readonly<Record<string, string>>;
}

export interface CountedAmount {
  /** The measure that sums the amount and names the column. */
  readonly measure: 'billable_value' | 'recorded_cost';
  readonly recorded: string;
  /** The properties of the amount, the preferred one first. */
  readonly from: readonly string[];
}

const measures = [
  { amount: VALUE, measure: 'billable_value' },
  { amount: COST, measure: 'recorded_cost' },
] as const;

/** @param property full name. @returns undefined if the property itself counts or is not such an amount */
export function findCountedAmount(property: string, amounts: AmountSource): CountedAmount | undefined {
  if (amounts === 'recorded') return undefined;
  return measures
    .filter(({ amount }) => chosenAmounts.get(amount)?.recorded === property)
    .map(({ amount, measure }) => ({ measure, recorded: property, from: listReadProperties(amount, amounts) }))[0];
}

/** Reads the amount as in reports: an unreadable amount is not replaced by the next one. */
export function readCountedAmount({ from }: CountedAmount, { values, unreadable }: RecordValues): string | null {
  for (const name of from) {
    const value = values[name] ?? null;
    if (value !== null || Object.hasOwn(unreadable, name)) return value;
  }
  return null;
}

/**
 * Lists the sums for the chosen columns.
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
 * Lists the measures whose notes a file with these columns needs, as in a report: a reader who adds up hours and amounts must know which
 * hours have no amount.
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
