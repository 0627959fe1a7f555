/** Conditions on what is billable and billed: what is not sent yet, and a file's own conditions once it has billed its records. */
import { BILLABLE_PROPERTY, BILLED_PROPERTY, MODIFIED_PROPERTY } from '../local-properties.ts';
import { removeFilters, type Filter, type FilterGroups } from './model.ts';
import { propertyNames } from '../properties.ts';

const isBillable: Filter = { propertyName: BILLABLE_PROPERTY, operator: 'IN', values: ['true'] };
const toBilled = (value: 'true' | 'false'): Filter => ({
  propertyName: BILLED_PROPERTY,
  operator: 'IN',
  values: [value],
});

/** Billable records that no file bills and no mark names as billed elsewhere. */
export const notBilled: readonly Filter[] = [isBillable, toBilled('false')];
export const billed: readonly Filter[] = [isBillable, toBilled('true')];

/** Records that were modified since they were billed. */
export const modified: readonly Filter[] = [{ propertyName: MODIFIED_PROPERTY, operator: 'IN', values: ['true'] }];

/** The same conditions without those on what is billed. */
export function withoutBilled(groups: FilterGroups): FilterGroups {
  return removeFilters(groups, isAboutBilled);
}

export function namesBilled(groups: FilterGroups): boolean {
  return groups.some(({ filters }) => filters.some(isAboutBilled));
}

const isAboutBilled = ({ propertyName }: Filter) =>
  propertyName === BILLED_PROPERTY || propertyName === MODIFIED_PROPERTY;

// What is kept of the records of a file that leaves, and what a file that bills says of its own.

/** What of a record matters to the receiver of a file. */
export const sentColumns = [
  propertyNames.month,
  propertyNames.firstStart,
  propertyNames.owner,
  propertyNames.objectType,
  propertyNames.objectId,
  propertyNames.service,
  propertyNames.title,
  propertyNames.totalHours,
  propertyNames.billableHours,
  propertyNames.billableRate,
  propertyNames.billableAmount,
  propertyNames.billableAmountAuto,
] as const;

/** A file that bills, or a mark of what was billed elsewhere. What it says never changes. */
export interface Billing {
  /** Null: no file, but what closings have decided of records that came later. */
  readonly number: number | null;
  /** Identifies it and all that was sent before it. */
  readonly digest: string;
  readonly file: string;
  /** Why it bills records that an earlier file bills too. */
  readonly again: string | null;
  /** Its records: id, when it was last modified then (epoch milliseconds; null: not known), and the values of `sentColumns`; none: not known. */
  readonly records: () => readonly (readonly [string, number | null, readonly (string | null)[]])[];
}
