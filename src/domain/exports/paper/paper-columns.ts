/** What a page has room for: the properties of a record that are printed unless others are chosen. */
import { properties } from '../../properties.ts';
import { propertyNames as names } from '../../property-names.ts';
import { amountsThatCount, chosenAmounts, VALUE } from '../../reports/definition/counted.ts';
import type { Settings } from '../../settings.ts';

/** Full names: when, who, for whom, what, how long, and what it comes to by the amount that counts. */
export function listPaperProperties({ amounts }: Pick<Settings, 'amounts'>): string[] {
  const value = chosenAmounts.get(VALUE);
  const counted = amountsThatCount(amounts);
  const amount =
    counted === 'auto' ? [value?.auto] : counted === 'recorded' ? [value?.recorded] : [value?.recorded, value?.auto];
  return [
    names.firstStart,
    names.owner,
    names.objectType,
    names.objectId,
    names.title,
    names.totalMinutes,
    names.billableHours,
    ...amount.flatMap((each) => each ?? []),
  ];
}

/** Read for the columns that are printed, and without a column of their own: the type names its object, minutes are printed as hours. */
export const unprinted: ReadonlySet<string> = new Set([names.objectType, names.totalMinutes]);

/** Labels of the catalogue's properties that no printed column is made of. */
export function listLeftOut(printed: readonly string[]): string[] {
  const shown = new Set([...printed, names.totalHours]);
  return properties.filter((each) => !shown.has(each.name)).map(({ label }) => label);
}
