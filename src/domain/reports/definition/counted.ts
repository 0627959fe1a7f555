/**
 * Quantities that a record has in several properties, of which figures count one. They are read like properties but are not in the catalogue.
 * A sum requested by a property's name is of that property alone.
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
