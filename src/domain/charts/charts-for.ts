/** Lists the kinds of charts that can show a report, by its groups and columns. Pure. */
import type { ChartKind } from '../reports/definition/chart-kinds.ts';
import type { Report } from '../reports/definition/report.ts';

export function listChartKinds(
  { groupBy, columns }: Pick<Report, 'groupBy' | 'columns'>,
  isTime: (name: string) => boolean,
): ChartKind[] {
  const outer = groupBy[0];
  const trend: ChartKind[] = ['trend-bars', 'trend-line', 'trend-area'];
  if (columns !== undefined && isTime(columns))
    return ['none', ...trend, ...(outer === undefined ? [] : (['multiples', 'bars'] as const))];
  if (outer !== undefined && isTime(outer)) return ['none', ...trend, 'billable-cost'];
  return outer === undefined ? ['none'] : ['none', 'bars', 'billable-cost'];
}
