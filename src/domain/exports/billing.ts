/** What is kept of the records of a file that leaves, and what a file that bills says of its own. */
import { propertyNames } from '../property-names.ts';

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
