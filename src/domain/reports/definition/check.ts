/** Checks a report against the measures, the dimensions and the catalogue before it runs. */
import { reportProblemTexts as texts } from '#texts/reports/measures.ts';
import { resolveProblemTexts } from '#texts/reports/dimensions.ts';
import { checkFilterGroups } from '#domain/filter/check.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import { findNearestName } from '#domain/people/nearest-name.ts';
import { findNearestId, findProperty, properties, type Property } from '#domain/properties.ts';
import { findMisfit, toFullBreakdown, type Breakdown } from './breakdowns.ts';
import { builtInDimensions, findDimension, type Dimension } from './dimensions.ts';
import { findMeasure, findNearestMeasure, operandFinder, type Measure } from './measures.ts';
import { readNewMeasure, readOwnMeasure, readOwnName } from './own-measure.ts';
import type { ComparisonKind, ListedGroups, OrderedFigure, Report, ReportCalendar } from './report.ts';

type Direction = 'ascending' | 'descending';

/** `by` is the id of a measure or the name of a group of the report. */
export type Order =
  | {
      readonly kind: 'measure';
      readonly by: string;
      /** The key of a column; undefined to order by the entire row. */
      readonly column?: string | null | undefined;
      /** Undefined to order by the measure's value. */
      readonly of?: OrderedFigure | undefined;
      readonly direction: Direction;
    }
  | { readonly kind: 'group'; readonly by: string; readonly direction: Direction };

export interface CheckedReport {
  readonly measures: readonly Measure[];
  readonly groupBy: readonly Dimension[];
  readonly columns?: Dimension | undefined;
  readonly filterGroups: FilterGroups;
  readonly query: string;
  /** The report's calendar; undefined if the period decides. */
  readonly calendar?: ReportCalendar | undefined;
  readonly compare?: ComparisonKind | undefined;
  /** Further comparisons, without duplicates and without `compare`. */
  readonly further?: readonly ComparisonKind[] | undefined;
  readonly order?: Order | undefined;
  /** How many of the outermost groups are listed; the others become the grouped tail. */
  readonly top?: number | undefined;
  readonly only?: ListedGroups | undefined;
  /** Break-downs with the full names of their groups. */
  readonly breakdowns?: readonly Breakdown[] | undefined;
  /** The order of the innermost lines, if it differs from `order`. */
  readonly innerOrder?: Order | undefined;
}

/**
 * `usage`: a measure or group that does not exist or does not apply. `filter`: where and what is wrong in the filter, in half a sentence.
 * `near` is the name that was most likely meant by an unknown one.
 */
type ReportProblem = { readonly kind: 'usage' | 'filter'; readonly detail: string; readonly near?: string | undefined };

export type CheckReportAnswer =
  { readonly ok: true; readonly value: CheckedReport } | { readonly ok: false; readonly problem: ReportProblem };

type ReportRequest = Pick<Report, 'measures' | 'groupBy' | 'filterGroups' | 'query'> &
  Partial<
    Pick<Report, 'columns' | 'calendar' | 'compare' | 'order' | 'top' | 'only' | 'period' | 'breakdowns' | 'further'>
  >;

export function checkReport(report: ReportRequest): CheckReportAnswer {
  const filter = checkFilterGroups(report.filterGroups);
  if (!filter.ok) return reject('filter', `${filter.problem.where}: ${filter.problem.what}`, filter.problem.near);
  const measures: Measure[] = [];
  for (const name of report.measures) {
    const measure = findMeasure(name);
    if (!measure) return rejectMeasure(name);
    if (measures.some((other) => other.id === measure.id)) return reject('usage', texts.twice(name));
    measures.push(measure);
  }
  const dimensions: Dimension[] = [];
  for (const name of [...report.groupBy, ...(report.columns === undefined ? [] : [report.columns])]) {
    const dimension = findDimension(name);
    if (!dimension) return rejectGroup(name);
    if (dimensions.some((other) => other.name === dimension.name)) return reject('usage', texts.twice(name));
    dimensions.push(dimension);
  }
  const groupBy = dimensions.slice(0, report.groupBy.length);
  const order = checkOrder(report.order, measures, groupBy);
  if (order === null) {
    const { by = '' } = report.order ?? {};
    const near = findNearestName(by, [...report.measures, ...report.groupBy]);
    return reject('usage', resolveProblemTexts.orderUnknown(by), near);
  }
  if (report.order?.column !== undefined && (order?.kind !== 'measure' || report.columns === undefined)) {
    return reject('usage', resolveProblemTexts.orderColumn);
  }
  if (report.order?.of !== undefined) {
    if (order?.kind !== 'measure' || order.column !== undefined)
      return reject('usage', resolveProblemTexts.orderChange);
    if (!report.compare) return reject('usage', resolveProblemTexts.changeWithoutCompare);
  }
  if (report.only && groupBy.length === 0) return reject('usage', resolveProblemTexts.onlyWithoutGroup);
  if (report.only && !report.compare) return reject('usage', resolveProblemTexts.onlyWithoutCompare);
  if (report.top && groupBy.length === 0) return reject('usage', resolveProblemTexts.topWithoutGroup);
  if (report.compare && report.period === undefined) return reject('usage', resolveProblemTexts.compareWithoutPeriod);
  const breakdowns = (report.breakdowns ?? []).map(toFullBreakdown);
  for (const [index, breakdown] of breakdowns.entries()) {
    const misfit = findMisfit(breakdown, report, breakdowns.slice(0, index));
    const near = misfit === 'unknown-group' ? findNearestDimension(breakdown.by) : undefined;
    if (misfit) return reject('usage', resolveProblemTexts.breakdown[misfit](breakdown.by), near);
  }
  const further = [...new Set(report.further)].filter((kind) => kind !== report.compare);
  if (further.length > 0 && !report.compare) return reject('usage', resolveProblemTexts.furtherWithoutCompare);
  const { calendar, compare, query, top, only } = report;
  const columns = dimensions[groupBy.length];
  return {
    ok: true,
    value: {
      measures,
      groupBy,
      columns,
      filterGroups: filter.value,
      query,
      calendar,
      compare,
      order,
      top: top?.count,
      only,
      ...(breakdowns.length > 0 && { breakdowns }),
      ...(further.length > 0 && { further }),
    },
  };
}

/** Finds a new own measure with a built-in name. @param before the measures of the saved report, which are still accepted */
export function findNewProblem(
  { measures }: Pick<Report, 'measures'>,
  before: readonly string[] = [],
): string | undefined {
  for (const id of measures) {
    const ownMeasure = readOwnName(id);
    const answer = ownMeasure && !before.includes(id) ? readNewMeasure(ownMeasure, operandFinder) : undefined;
    if (ownMeasure && answer?.ok === false) return texts.ownMeasure(ownMeasure.name, answer.problem);
  }
  return undefined;
}

/** @returns null if the report has no measure or group of that name */
function checkOrder(
  order: ReportRequest['order'],
  measures: readonly Measure[],
  groupBy: readonly Dimension[],
): Order | undefined | null {
  if (!order) return undefined;
  const { by, column, of, direction } = order;
  const measure = findMeasure(by);
  if (measure && measures.some(({ id }) => id === measure.id))
    return { kind: 'measure', by: measure.id, column, of, direction };
  const group = findDimension(by);
  if (group && groupBy.some(({ name }) => name === group.name)) return { kind: 'group', by: group.name, direction };
  return null;
}

function rejectMeasure(name: string): CheckReportAnswer {
  const ownMeasure = readOwnName(name);
  const answer = ownMeasure && readOwnMeasure(ownMeasure, operandFinder);
  if (answer?.ok === false) return reject('usage', texts.ownMeasure(ownMeasure?.name ?? '', answer.problem));
  const property = findProperty(name);
  if (property) return reject('usage', texts.notSummable(property.label));
  const colon = name.lastIndexOf(':');
  const other = colon < 0 ? undefined : findProperty(name.slice(0, colon));
  return other
    ? reject('usage', texts.notAggregated(other.label, listAllowed(other)))
    : reject('usage', texts.unknownMeasure(name), findNearestMeasure(name));
}

function listAllowed({ type, aggregations }: Property): readonly string[] {
  return type === 'number' ? aggregations : aggregations.filter((aggregation) => aggregation === 'count_distinct');
}

function rejectGroup(name: string): CheckReportAnswer {
  const property = findProperty(name);
  return property
    ? reject('usage', texts.notGroupable(property.label))
    : reject('usage', texts.unknownGroup(name), findNearestDimension(name));
}

export function findNearestDimension(name: string): string | undefined {
  const names = [...builtInDimensions, ...properties.filter(({ groupable }) => groupable)].map((group) => group.name);
  return findNearestId(name, names);
}

function reject(kind: ReportProblem['kind'], detail: string, near?: string): CheckReportAnswer {
  return { ok: false, problem: { kind, detail, near } };
}
