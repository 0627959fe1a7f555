/** Filters for billable and billed records. */
import { BILLABLE_PROPERTY, BILLED_PROPERTY, MODIFIED_PROPERTY } from '../local-properties.ts';
import { removeFilters, type Filter, type FilterGroups } from './model.ts';
import { propertyNames } from '../properties.ts';

const isBillable: Filter = { propertyName: BILLABLE_PROPERTY, operator: 'IN', values: ['true'] };
const toBilled = (value: 'true' | 'false'): Filter => ({
  propertyName: BILLED_PROPERTY,
  operator: 'IN',
  values: [value],
});

/** Billable records that no file bills and that are not marked as billed elsewhere. */
export const notBilled: readonly Filter[] = [isBillable, toBilled('false')];
export const billed: readonly Filter[] = [isBillable, toBilled('true')];

/** Records that have been modified since they were billed. */
export const modified: readonly Filter[] = [{ propertyName: MODIFIED_PROPERTY, operator: 'IN', values: ['true'] }];

export function removeBilledFilters(groups: FilterGroups): FilterGroups {
  return removeFilters(groups, isAboutBilled);
}

export function hasBilledFilter(groups: FilterGroups): boolean {
  return groups.some(({ filters }) => filters.some(isAboutBilled));
}

const isAboutBilled = ({ propertyName }: Filter) =>
  propertyName === BILLED_PROPERTY || propertyName === MODIFIED_PROPERTY;

// The values stored for the records of a sent file.

/** The properties of a record that matter to the receiver of a file. */
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

/** A file that bills, or a mark of records billed elsewhere. Its content never changes. */
export interface Billing {
  /** Null for records that closings have decided on, without a file. */
  readonly number: number | null;
  /** Identifies this entry and all earlier ones. */
  readonly digest: string;
  readonly file: string;
  /** Why it bills records that an earlier file has billed. */
  readonly again: string | null;
  /**
   * Its records: the id, the time of the last modification in epoch milliseconds (null if unknown), and the values of `sentColumns` (none if
   * unknown).
   */
  readonly records: () => readonly (readonly [string, number | null, readonly (string | null)[]])[];
}
