/** Checks a report against the measures and the catalogue before it runs. */
import { reportProblemTexts as texts } from '../../texts/en/measures.ts';
import { checkFilterGroups } from '../filter/check.ts';
import type { FilterGroups } from '../filter/model.ts';
import { findProperty, type Property } from '../properties.ts';
import { findMeasure, type Measure } from './measures.ts';
import type { Report } from './report.ts';

/** A report whose names are known to be right. */
export interface CheckedReport {
  readonly measures: readonly Measure[];
  readonly groupBy: readonly Property[];
  readonly filterGroups: FilterGroups;
  readonly query: string;
}

/** `usage`: a measure or group that does not exist or does not fit. `filter`: where and what, in one sentence part. */
type ReportProblem = { readonly kind: 'usage' | 'filter'; readonly detail: string };

export type CheckReportAnswer =
  { readonly ok: true; readonly value: CheckedReport } | { readonly ok: false; readonly problem: ReportProblem };

export function checkReport(
  report: Pick<Report, 'measures' | 'groupBy' | 'filterGroups' | 'query'>,
): CheckReportAnswer {
  const filter = checkFilterGroups(report.filterGroups);
  if (!filter.ok) return refuse('filter', `${filter.problem.where}: ${filter.problem.what}`);
  const measures: Measure[] = [];
  for (const name of report.measures) {
    const found = findMeasure(name);
    if (!found) return refuse('usage', measureProblem(name));
    if (measures.some((each) => each.id === found.id)) return refuse('usage', texts.twice(name));
    measures.push(found);
  }
  const groupBy: Property[] = [];
  for (const name of report.groupBy) {
    const found = findProperty(name);
    if (!found) return refuse('usage', texts.unknownGroup(name));
    if (!found.groupable) return refuse('usage', texts.notGroupable(found.label));
    if (groupBy.includes(found)) return refuse('usage', texts.twice(name));
    groupBy.push(found);
  }
  return { ok: true, value: { measures, groupBy, filterGroups: filter.value, query: report.query } };
}

function measureProblem(name: string): string {
  const property = findProperty(name);
  return property ? texts.notSummable(property.label) : texts.unknownMeasure(name);
}

function refuse(kind: ReportProblem['kind'], detail: string): CheckReportAnswer {
  return { ok: false, problem: { kind, detail } };
}
