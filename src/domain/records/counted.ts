/**
 * Quantities that a record has in several properties, of which figures count one. They are read like properties but are not in the catalogue.
 * A sum requested by a property's name is of that property alone. If an amount that counts is not the recorded one, a file of records has a
 * separate column for it, whose sum is the report's figure, and the recorded amount is labelled as such.
 */
import { findProperty, propertyNames } from '#domain/properties.ts';
import type { AmountSource } from '#domain/settings.ts';

/** Amounts; the workspace chooses which of their properties count (setting `amounts`). */
export const VALUE = 'amount:billable';
export const COST = 'amount:cost';
export const chosenAmounts: ReadonlyMap<string, { readonly recorded: string; readonly auto: string }> = new Map([
  [VALUE, { recorded: propertyNames.billableAmount, auto: propertyNames.billableAmountAuto }],
  [COST, { recorded: propertyNames.costAmount, auto: propertyNames.costAmountAuto }],
]);

/** Times in minutes; if a record has no readable minutes, its hours are used. */
export const LOGGED = 'time:logged';
export const BILLABLE = 'time:billable';
export const countedTimes: ReadonlyMap<string, { readonly minutes: string; readonly hours: string }> = new Map([
  [LOGGED, { minutes: propertyNames.totalMinutes, hours: propertyNames.totalHours }],
  [BILLABLE, { minutes: propertyNames.billableMinutes, hours: propertyNames.billableHours }],
]);

/** The recorded amount counts until another is chosen. */
export function chooseAmounts(source: AmountSource | null | undefined): AmountSource {
  return source ?? 'recorded';
}

/** Returns whether a property or quantity is money or money per hour. */
export function isMoneyProperty(property: string): boolean {
  const unit = findProperty(property)?.unit;
  return chosenAmounts.has(property) || unit === 'money' || unit === 'rate';
}

/** Lists the properties from which a quantity is read; for an amount, those that the workspace has chosen. */
export function listReadProperties(property: string, amounts: AmountSource): readonly string[] {
  const time = countedTimes.get(property);
  if (time) return [time.minutes, time.hours];
  const amount = chosenAmounts.get(property);
  if (!amount) return [property];
  return amounts === 'recorded-else-auto' ? [amount.recorded, amount.auto] : [amount[amounts]];
}

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

/** Lists the sums for the chosen columns. @param isCountedAlone true for clients and pages, which show only the amounts that count */
export function listTotalled(columns: readonly string[], amounts: AmountSource, isCountedAlone: boolean): string[] {
  return columns.flatMap((name) => {
    const counted = findCountedAmount(name, amounts);
    if (!counted) return [name];
    return isCountedAlone ? [counted.measure] : [name, counted.measure];
  });
}

/**
 * Lists the measures whose notes a file with these columns needs, as in a report: a reader who adds up hours and amounts must know which
 * hours have no amount.
 */
export function listNotedMeasures(columns: readonly string[]): string[] {
  const has = (quantity: string) =>
    listReadProperties(quantity, 'recorded-else-auto').some((name) => columns.includes(name));
  return [
    ...(has(LOGGED) ? ['logged_hours'] : []),
    ...(has(BILLABLE) ? ['billable_logged_hours'] : []),
    ...(has(VALUE) ? ['billable_value'] : []),
    ...(has(COST) ? ['recorded_cost'] : []),
    ...(has(BILLABLE) && has(VALUE) ? ['effective_rate'] : []),
    ...(has(VALUE) && has(COST) ? ['margin'] : []),
  ];
}
