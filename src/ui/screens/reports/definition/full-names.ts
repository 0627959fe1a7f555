/** Completes the names of a report as answers have them: people and files may leave the prefix of a property out. Pure. */
import { withFullBreakdown } from '../../../../domain/reports/definition/breakdowns.ts';
import { findDimension } from '../../../../domain/reports/definition/dimensions.ts';
import { findMeasure } from '../../../../domain/reports/definition/measures.ts';
import type { Report } from '../../../../domain/reports/definition/report.ts';
import type { Definition } from '../../../routing/report-view.ts';

/** Unknown names stay: the answer says what is wrong with them. */
export function withFullNames<T extends Definition>(definition: T): T {
  const { report } = definition;
  const group = (name: string) => findDimension(name)?.name ?? name;
  const measure = (name: string) => findMeasure(name)?.id ?? name;
  const full: Report = {
    ...report,
    measures: report.measures.map(measure),
    groupBy: report.groupBy.map(group),
    ...(report.columns !== undefined && { columns: group(report.columns) }),
    ...(report.breakdowns && { breakdowns: report.breakdowns.map(withFullBreakdown) }),
    ...(report.order && { order: { ...report.order, by: findMeasure(report.order.by)?.id ?? group(report.order.by) } }),
  };
  return { ...definition, report: full };
}
