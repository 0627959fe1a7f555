/** The mean of the weeks before the last one. Pure. */
import { formatUnits, quotient, toUnits } from '../../../../domain/decimal.ts';
import type { ReportRow } from '../../../../domain/reports/definition/report.ts';

const WEEKS = 4;

/** @param weeks one row a week, the period's own last. @returns undefined with fewer than four known weeks before it. */
export function meanBefore(weeks: readonly ReportRow[], measure: string): string | undefined {
  const ordered = weeks
    .filter(({ key }) => key['week'] !== null && key['week'] !== undefined)
    .toSorted((a, b) => ((a.key['week'] ?? '') < (b.key['week'] ?? '') ? -1 : 1));
  const before = ordered.slice(-1 - WEEKS, -1).flatMap(({ values }) => values[measure] ?? []);
  if (before.length < WEEKS) return undefined;
  const sum = before.reduce((total, each) => total + toUnits(each), 0n);
  const mean = quotient(sum, toUnits(String(WEEKS)));
  return mean === undefined ? undefined : formatUnits(mean);
}
