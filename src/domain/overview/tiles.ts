/** The measures of the tiles, in order. The second row can be hidden, for shared screens. */
import { propertyNames } from '../property-names.ts';

export const mainTiles = [
  'billable_logged_hours',
  'billable_share',
  'utilisation',
  'billable_value',
  'effective_rate',
] as const;

export const moneyTiles = ['logged_hours', 'nonbillable_hours', 'recorded_cost', 'margin', 'margin_percent'] as const;

export type TileMeasure = (typeof mainTiles)[number] | (typeof moneyTiles)[number];

/** From the directory, and not available for every filter: asked separately, so that the rest never fails with it. */
export const expectedMeasures = ['utilisation', 'expected_hours'] as const;

/** Beside logged hours: the sum of the property of that name, where it differs. */
export const TOTAL_HOURS = propertyNames.totalHours;

export const recordedTiles = [...mainTiles, ...moneyTiles, TOTAL_HOURS].filter((measure) => measure !== 'utilisation');
