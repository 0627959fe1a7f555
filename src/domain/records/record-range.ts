/** A set of held, live (not archived) records, as a download counts and reads them. Every bound is optional; ids compare as integers. */
export interface RecordRange {
  /** The first recorded month, `YYYY-MM-DD`, inclusive. */
  readonly monthFrom?: string;
  /**
   * The month below which records lie, exclusive, `YYYY-MM-DD`: a recorded month that is not the first of a month is still in exactly one
   * of two ranges.
   */
  readonly monthBelow?: string;
  /** Whether records without a readable recorded month are in too. Without month bounds they always are. */
  readonly orNoMonth?: boolean;
  /** Every record has a larger id than this one. */
  readonly idAbove?: string;
  /** Every record has a smaller id than this one. */
  readonly idBelow?: string;
  /** Records were created before this time (exclusive), in epoch milliseconds. */
  readonly createdBefore?: number;
}
