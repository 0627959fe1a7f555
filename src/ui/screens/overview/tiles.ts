/** Which measures stand in the tiles, in order. The second row can be hidden: screens are shared. */

export const mainTiles = [
  'logged_hours',
  'billable_logged_hours',
  'billable_share',
  'billable_value',
  'effective_rate',
] as const;

export const moneyTiles = ['recorded_cost', 'margin', 'margin_percent'] as const;

export type TileMeasure = (typeof mainTiles)[number] | (typeof moneyTiles)[number];

/** Beside logged hours: the sum of the property of that name, where it says otherwise. */
export const TOTAL_HOURS = 'a552213_total_hours';
/** Beside the margin: what it leaves out, the minutes of records without a cost. */
export const TOTAL_MINUTES = 'a552213_total_minutes';
export const COST = 'a552213_cost_amount';
