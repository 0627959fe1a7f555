/** Whether the property “Total hours” adds up to other hours than reports count. Pure. */
import { formatUnits, roundUnits, toUnits } from '#domain/decimal.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';
import { LOGGED_HOURS, TOTAL_HOURS } from './table/columns.ts';

/** How much the property's sum exceeds the logged hours; undefined where the difference is invisible, or one of them is not loaded. */
export function hoursApart(totals: ReportResult['totals']): string | undefined {
  const [logged, property] = [totals[LOGGED_HOURS], totals[TOTAL_HOURS]];
  if (typeof logged !== 'string' || typeof property !== 'string') return undefined;
  const apart = toUnits(property) - toUnits(logged);
  return roundUnits(apart, 2) === 0n ? undefined : formatUnits(apart);
}
