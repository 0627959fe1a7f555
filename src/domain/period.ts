/** Periods as people write them, resolved to inclusive dates and the calendar that decides which records are in. */

/** `recorded-month` and `recorded-week` compare the record's own month and week; `clock` its first start in the workspace's zone. */
export type Calendar = 'recorded-month' | 'recorded-week' | 'clock';

export interface Period {
  /** As written: `2026-10`, `last-month`, `2026-01-01..2026-03-31`. */
  readonly text: string;
  readonly calendar: Calendar;
  /** First day, `YYYY-MM-DD`. */
  readonly from: string;
  /** Last day, inclusive, `YYYY-MM-DD`. */
  readonly to: string;
}
