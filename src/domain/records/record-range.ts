/** A set of held, live (not archived) records, as a download counts and reads them. Every bound is optional; ids compare as integers. */
export interface RecordRange {
  /** First recorded month, `YYYY-MM-DD`, inclusive. */
  readonly monthFrom?: string;
  /** Exclusive, `YYYY-MM-DD`: a recorded month that is not the first of a month is still in exactly one of two ranges. */
  readonly monthBelow?: string;
  /** Also the records that have no readable recorded month. With no month bounds they are always in. */
  readonly orNoMonth?: boolean;
  /** Exclusive. */
  readonly idAbove?: string;
  /** Exclusive. */
  readonly idBelow?: string;
  /** Created before this time (exclusive), epoch milliseconds. */
  readonly createdBefore?: number;
}
