/** Checks and resolves filter, search text, period, columns, sort and report of a call, in one place for screen, file and terminal. */
import { fail } from '#contract/errors.ts';
import { checkFilterGroups } from '#domain/filter/check.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import { checkReport, findNewProblem, type CheckedReport } from '#domain/reports/definition/check.ts';
import type { Report } from '#domain/reports/definition/report.ts';
import { findPeriodProblem, resolvePeriod, type Period, type PeriodContext } from '#domain/time/period.ts';
import { findFilterable, findReadable } from '#domain/local-properties.ts';
import { findProperty, properties, type Property } from '#domain/properties.ts';
import type { Weekday } from '#domain/time/weeks.ts';
import type { Selection } from '#electron/snapshot/snapshot.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { refusalTexts } from '#texts/refusals.ts';
import { listSorts, toSort, type Sort, type SortOrder } from '#domain/records/sort-order.ts';

export interface SelectionInput {
  readonly filterGroups: FilterGroups;
  readonly query: string;
  readonly period?: string | undefined;
}

/** @throws AppFailure `filter-invalid`, `usage`. */
export async function resolveSelection(input: SelectionInput, workspace: Workspace): Promise<Selection> {
  // The weeks of the store are read only if a period may depend on them.
  const weeks = input.period === undefined ? 'monday' : (await workspace.snapshot.recordedWeeks()).begin;
  return resolveSelectionBy(weeks, input, workspace);
}

/** @param recordedWeeks the first weekday in the store that is being read. @throws AppFailure `filter-invalid`, `usage`. */
export function resolveSelectionBy(recordedWeeks: Weekday, input: SelectionInput, workspace: Workspace): Selection {
  const period = input.period === undefined ? undefined : resolvePeriodBy(recordedWeeks, input.period, workspace);
  return {
    filterGroups: requireValidFilter(input.filterGroups),
    query: input.query,
    zone: workspace.zone,
    ...(period && { period }),
  };
}

/** @throws AppFailure `filter-invalid` naming the filter. */
export function requireValidFilter(groups: FilterGroups): FilterGroups {
  const checked = checkFilterGroups(groups);
  if (!checked.ok) fail({ code: 'filter-invalid', detail: `${checked.problem.where}: ${checked.problem.what}` });
  return checked.value;
}

/** @throws AppFailure `usage`, `filter-invalid`. */
export function requireValidReport(report: Report): CheckedReport {
  const checked = checkReport(report);
  if (checked.ok) return checked.value;
  const { kind, detail } = checked.problem;
  return fail({ code: kind === 'filter' ? 'filter-invalid' : 'usage', detail });
}

/** @throws AppFailure `usage` for a text that is not a period. */
export function requireValidPeriod(text: string | undefined): void {
  const problem = text === undefined ? undefined : findPeriodProblem(text);
  if (problem !== undefined) fail({ code: 'usage', detail: problem });
}

interface Definition {
  readonly report?: Report | undefined;
}

/** Refuses custom measures with the name of a built-in one, except those that were saved before. @throws AppFailure `usage`. */
export function refuseNewNames(definition: Definition, saved: Definition | undefined, id: string | undefined): void {
  // An id that is not saved belongs to a definition that was removed, and comes back as it was.
  const previous = id !== undefined && !saved ? definition : saved;
  const problem = definition.report && findNewProblem(definition.report, previous?.report?.measures);
  if (problem !== undefined) fail({ code: 'usage', detail: problem });
}

/** Resolves a period by the weeks of the store as they are now. @throws AppFailure `usage`. */
export async function readPeriod(text: string, workspace: Workspace): Promise<Period> {
  return resolvePeriodBy((await workspace.snapshot.recordedWeeks()).begin, text, workspace);
}

/**
 * Turns a written period into dates. Every method does so here once, and then uses the dates.
 * @param recordedWeeks the first weekday in the store that is being read
 * @throws AppFailure `usage`.
 */
export function resolvePeriodBy(recordedWeeks: Weekday, text: string, workspace: Workspace): Period {
  const resolved = resolvePeriod(text, toPeriodContext(recordedWeeks, workspace));
  return resolved.ok ? resolved.value : fail({ code: 'usage', detail: resolved.problem });
}

export async function readPeriodContext(workspace: Workspace): Promise<PeriodContext> {
  return toPeriodContext((await workspace.snapshot.recordedWeeks()).begin, workspace);
}

function toPeriodContext(recordedWeeks: Weekday, workspace: Workspace): PeriodContext {
  const { weekStart, fiscalYearStart } = workspace.settings();
  return { today: workspace.today(), weekStart, fiscalYearStart, recordedWeeks };
}

/** @returns full names without duplicates; by default every property of the catalogue. @throws AppFailure `usage`. */
export function chooseColumns(names: readonly string[] | undefined): string[] {
  if (!names || names.length === 0) return properties.map(({ name }) => name);
  return [...new Set(names.map(toReadableName))];
}

/** Drops repeated properties, because they no longer affect the order. */
export function toReadableSort(sort: Sort | undefined): Sort | undefined {
  const byName = new Map<string, SortOrder>();
  for (const { propertyName, direction } of listSorts(sort)) {
    const name = toReadableName(propertyName);
    if (!byName.has(name)) byName.set(name, { propertyName: name, direction });
  }
  return toSort([...byName.values()]);
}

/** @returns the full name of a property that the service has. @throws AppFailure `usage`. */
export function toServiceName(name: string): string {
  return requireName(findProperty(name), name);
}

/** @returns the full name of a property that the store can read, clients and teams included. @throws AppFailure `usage`. */
export function toReadableName(name: string): string {
  return requireName(findReadable(name), name);
}

/** @returns the full name of a property that a filter can name. @throws AppFailure `usage`. */
export function toFilterableName(name: string): string {
  return requireName(findFilterable(name), name);
}

function requireName(property: Property | undefined, name: string): string {
  return property?.name ?? fail({ code: 'usage', detail: refusalTexts.noProperty(name) });
}
