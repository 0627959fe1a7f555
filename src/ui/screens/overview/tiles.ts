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
