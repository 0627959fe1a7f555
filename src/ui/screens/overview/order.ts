/** Orders a report's rows by a measure, largest first, unknown last. Pure. */
import { unitsOf } from '../../../domain/decimal.ts';
import type { ReportResult } from '../../../domain/reports/report.ts';

type Row = ReportResult['rows'][number];

export function byMeasure(rows: readonly Row[], measure: string): Row[] {
  return rows.toSorted((a, b) => compare(b.values[measure], a.values[measure]));
}

function compare(a: string | null | undefined, b: string | null | undefined): number {
  if (typeof a !== 'string' || typeof b !== 'string')
    return Number(typeof a === 'string') - Number(typeof b === 'string');
  const difference = unitsOf(a) - unitsOf(b);
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}
