/** Which measures stand in the tiles, in order. The second row can be hidden: screens are shared. */

export const mainTiles = [
  'billable_logged_hours',
  'billable_share',
  'utilisation',
  'billable_value',
  'effective_rate',
] as const;

export const moneyTiles = ['logged_hours', 'recorded_cost', 'margin', 'margin_percent'] as const;

export type TileMeasure = (typeof mainTiles)[number] | (typeof moneyTiles)[number];

/** Known from the directory, and not for every filter: asked apart, so that the rest never fails with it. */
export const expectedMeasures = ['utilisation', 'expected_hours'] as const;

/** Beside logged hours: the sum of the property of that name, where it says otherwise. */
export const TOTAL_HOURS = 'a552213_total_hours';

export const recordedTiles = [...mainTiles, ...moneyTiles, TOTAL_HOURS].filter((measure) => measure !== 'utilisation');
