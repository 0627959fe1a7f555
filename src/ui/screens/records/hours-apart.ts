/** Whether the property “Total hours” adds up to other hours than reports count. Pure. */
import { formatUnits, roundUnits, toUnits } from '../../../domain/decimal.ts';
import type { ReportResult } from '../../../domain/reports/definition/report.ts';
import { LOGGED_HOURS, TOTAL_HOURS } from './table/columns.ts';

/** By how much the property's sum is more than the logged hours; undefined where nobody could see it, or one is not asked. */
export function hoursApart(totals: ReportResult['totals']): string | undefined {
  const [logged, property] = [totals[LOGGED_HOURS], totals[TOTAL_HOURS]];
  if (typeof logged !== 'string' || typeof property !== 'string') return undefined;
  const apart = toUnits(property) - toUnits(logged);
  return roundUnits(apart, 2) === 0n ? undefined : formatUnits(apart);
}
