/** The measures of the tiles, in order. The second row can be hidden for shared screens. */
import { formatUnits, roundUnits, toUnits } from '../decimal.ts';
import { propertyNames } from '../properties.ts';
import type { ReportResult } from '../reports/definition/report.ts';

export const mainTiles = [
  'billable_logged_hours',
  'billable_share',
  'utilisation',
  'billable_value',
  'effective_rate',
] as const;

export const secondRowTiles = [
  'logged_hours',
  'nonbillable_hours',
  'recorded_cost',
  'margin',
  'margin_percent',
] as const;

export type TileMeasure = (typeof mainTiles)[number] | (typeof secondRowTiles)[number];

/** Measures from the directory, which not every filter allows. They are fetched separately, so that the others do not fail with them. */
export const expectedMeasures = ['utilisation', 'expected_hours'] as const;

/** The property whose sum is shown beside logged hours if it differs. */
export const TOTAL_HOURS = propertyNames.totalHours;

/** Hours recorded per record are rounded, so only a visible difference is reported. @returns undefined if there is none or it is unknown */
export function findTotalHoursDifference(totals: ReportResult['totals']): string | undefined {
  const [logged, total] = [totals['logged_hours'], totals[TOTAL_HOURS]];
  if (typeof logged !== 'string' || typeof total !== 'string') return undefined;
  const difference = toUnits(total) - toUnits(logged);
  return roundUnits(difference, 2) === 0n ? undefined : formatUnits(difference);
}

export const recordedTiles = [...mainTiles, ...secondRowTiles, TOTAL_HOURS].filter(
  (measure) => measure !== 'utilisation',
);
