/** Finds which data a report lacks, and words it as sentences instead of showing empty columns and zeros. */
import { missingTexts as texts } from '#texts/reports/presets.ts';
import { toUnits } from '#domain/decimal.ts';
import { findDimension } from '../definition/dimensions.ts';
import { findMeasure, type Measure } from '../definition/measures.ts';
import type { Report, ReportNote, ReportResult } from '../definition/report.ts';

/** How much is missing: everything, or more than half. */
type Extent = 'all' | 'most';
type Subject = Exclude<keyof typeof texts, 'group' | 'records'>;

export interface MissingData {
  /** Ids of the measures, or the name of the group, that are empty or nearly so. */
  readonly ids: readonly string[];
  readonly extent: Extent;
  readonly sentence: string;
}

type ReportQuestion = Pick<Report, 'measures' | 'groupBy'>;
type Answer = Pick<ReportResult, 'rows' | 'subtotals' | 'totals' | 'records' | 'notes'>;

/** Finds what a report lacks; empty if nothing relevant is missing. */
export function findMissingData(report: ReportQuestion, result: Answer): MissingData[] {
  if (result.records === 0 && result.rows.length === 0) return [{ ids: [], extent: 'all', sentence: texts.records }];
  return [...findEmptyMeasures(report, result), ...findEmptyGroups(report, result)];
}

function findEmptyMeasures(report: ReportQuestion, result: Answer): MissingData[] {
  const measures = report.measures.flatMap((name) => findMeasure(name) ?? []);
  const bySubject = new Map<Subject, MissingData>();
  for (const measure of measures) {
    const extent = findExtent(measure, result);
    // The most basic reason also explains derived measures: without value there is no rate.
    const subject = extent && findSubject(measure, result);
    if (!extent || !subject) continue;
    const previous = bySubject.get(subject);
    const widerExtent = previous?.extent === 'all' ? 'all' : extent;
    bySubject.set(subject, {
      ids: [...(previous?.ids ?? []), measure.id],
      extent: widerExtent,
      sentence: texts[subject][widerExtent],
    });
  }
  return [...bySubject.values()];
}

function findExtent(measure: Measure, result: Answer): Extent | undefined {
  if ((result.totals[measure.id] ?? null) === null) return isMixed(measure, result) ? undefined : 'all';
  if (measure.id.startsWith('margin') && isMostWithoutCost(result)) return 'most';
  // A line that exists only in the compared period has no missing data.
  const lines = result.rows.filter(
    ({ folded, records, before }) => folded === undefined && (records > 0 || (before ?? null) === null),
  );
  const isKnown = (values: ReportResult['totals']) => (values[measure.id] ?? null) !== null;
  const empty = lines.filter(
    ({ values, amounts = [] }) => !isKnown(values) && !amounts.some((amount) => isKnown(amount.values)),
  ).length;
  return lines.length > 1 && empty * 2 > lines.length ? 'most' : undefined;
}

/** With several currencies a total is unknown too, but there is a separate note for that. */
function isMixed({ money }: Measure, { notes }: Answer): boolean {
  return money && notes.some(({ kind }) => kind === 'mixed-currencies');
}

function isMostWithoutCost({ notes, totals }: Answer): boolean {
  const minutesWithoutCost = notes.find(({ kind }) => kind === 'no-cost')?.minutes ?? null;
  const hours = totals['logged_hours'] ?? null;
  return minutesWithoutCost !== null && hours !== null && toUnits(minutesWithoutCost) * 2n > toUnits(hours) * 60n;
}

function findSubject({ id }: Measure, { totals, notes }: Answer): Subject | undefined {
  const isEmpty = (measure: string) => measure in totals && totals[measure] === null;
  const findLeftOut = (kind: ReportNote['kind']) => notes.find((note) => note.kind === kind);
  switch (id) {
    case 'expected_hours':
    case 'gap_hours':
    case 'utilisation':
      return 'weekly-hours';
    case 'recorded_cost':
    case 'margin':
      return 'cost';
    case 'margin_percent':
      return isEmpty('recorded_cost') || isEmpty('margin') ? 'cost' : 'value';
    case 'billable_value':
      return 'value';
    case 'effective_rate': {
      if (isEmpty('billable_logged_hours')) return 'billable';
      if (isEmpty('billable_value')) return 'value';
      const { minutes = null, amounts = [] } = findLeftOut('no-rate') ?? {};
      if (amounts.length === 0) return 'value';
      return minutes === null ? 'billable' : 'rated-hours';
    }
    case 'billable_logged_hours':
      return isEmpty('logged_hours') ? 'hours' : 'billable';
    case 'billable_share':
    case 'nonbillable_hours':
      if (isEmpty('logged_hours')) return 'hours';
      return findLeftOut('no-logged') ? 'both-times' : 'billable';
    case 'logged_hours':
    case 'working_days':
      return 'hours';
    default:
      return id.startsWith('a552213_billable_rate:') ? 'rate' : undefined;
  }
}

function findEmptyGroups({ groupBy }: ReportQuestion, { rows, subtotals, records }: Answer): MissingData[] {
  return groupBy.flatMap((groupName): MissingData[] => {
    const dimension = findDimension(groupName);
    if (!dimension || dimension.kind === 'time') return [];
    const { name, label } = dimension;
    const unset = rows.filter(({ key, folded }) => folded === undefined && key[name] === null);
    const unsetRecords = unset.reduce((sum, row) => sum + row.records, 0);
    const lines = [...subtotals, ...rows].filter(({ key }) => Object.hasOwn(key, name));
    const isAll = lines.length > 0 && lines.every(({ key, folded }) => folded === undefined && key[name] === null);
    const extent: Extent | undefined = isAll ? 'all' : unsetRecords * 2 > records ? 'most' : undefined;
    if (!extent) return [];
    const sentence = name === 'client' || name === 'team' ? texts[name][extent] : texts.group[extent](label);
    return [{ ids: [name], extent, sentence }];
  });
}
