/**
 * What a caller asked for, checked and resolved: filter, free text, period, columns, sort, report. The one home, so that screen, file and terminal
 * select alike.
 */
import { fail } from '../../../src/contract/errors.ts';
import { checkFilterGroups } from '../../../src/domain/filter/check.ts';
import type { FilterGroups } from '../../../src/domain/filter/model.ts';
import { checkReport, type CheckedReport } from '../../../src/domain/reports/definition/check.ts';
import type { Report } from '../../../src/domain/reports/definition/report.ts';
import { resolvePeriod, type Period, type PeriodContext } from '../../../src/domain/time/period.ts';
import { findReadable } from '../../../src/domain/local-properties.ts';
import { findProperty, properties, type Property } from '../../../src/domain/properties.ts';
import type { Weekday } from '../../../src/domain/time/weeks.ts';
import type { Selection } from '../../snapshot/snapshot.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { refusalTexts } from '#texts/refusals.ts';
import { listSorts, toSort, type Sort, type SortOrder } from '../../../src/domain/records/sort-order.ts';

export interface AskedSelection {
  readonly filterGroups: FilterGroups;
  readonly query: string;
  readonly period?: string | undefined;
}

/** @throws AppFailure `filter-invalid`, `usage`. */
export async function toSelection(asked: AskedSelection, workspace: Workspace): Promise<Selection> {
  // The store is asked for its weeks only where a period may follow from them.
  const weeks = asked.period === undefined ? 'monday' : (await workspace.snapshot.recordedWeeks()).begin;
  return selectionAt(weeks, asked, workspace);
}

/** By the weeks of a store that is being read. @throws AppFailure `filter-invalid`, `usage`. */
export function selectionAt(recordedWeeks: Weekday, asked: AskedSelection, workspace: Workspace): Selection {
  const period = asked.period === undefined ? undefined : periodAt(recordedWeeks, asked.period, workspace);
  return {
    filterGroups: checkedGroups(asked.filterGroups),
    query: asked.query,
    zone: workspace.zone,
    ...(period && { period }),
  };
}

/** @throws AppFailure `filter-invalid` naming the filter. */
export function checkedGroups(groups: FilterGroups): FilterGroups {
  const checked = checkFilterGroups(groups);
  if (!checked.ok) fail({ code: 'filter-invalid', detail: `${checked.problem.where}: ${checked.problem.what}` });
  return checked.value;
}

/** @throws AppFailure `usage`, `filter-invalid`. */
export function checkedReport(asked: Report): CheckedReport {
  const checked = checkReport(asked);
  if (checked.ok) return checked.value;
  const { kind, detail } = checked.problem;
  return fail({ code: kind === 'filter' ? 'filter-invalid' : 'usage', detail });
}

/** By the recorded weeks as they are now. @throws AppFailure `usage`. */
export async function periodNow(text: string, workspace: Workspace): Promise<Period> {
  return periodAt((await workspace.snapshot.recordedWeeks()).begin, text, workspace);
}

/**
 * The hosts' one place where a written period becomes dates: every method resolves its period here once, and passes the dates on.
 * @param recordedWeeks of the store that is being read
 * @throws AppFailure `usage`.
 */
export function periodAt(recordedWeeks: Weekday, text: string, workspace: Workspace): Period {
  const { weekStart, fiscalYearStart } = workspace.settings();
  const resolved = resolvePeriod(text, { today: workspace.today(), weekStart, fiscalYearStart, recordedWeeks });
  return resolved.ok ? resolved.value : fail({ code: 'usage', detail: resolved.problem });
}

/** By which a period is resolved today. */
export async function periodContext(workspace: Workspace): Promise<PeriodContext> {
  const { weekStart, fiscalYearStart } = workspace.settings();
  const { begin } = await workspace.snapshot.recordedWeeks();
  return { today: workspace.today(), weekStart, fiscalYearStart, recordedWeeks: begin };
}

/** Full names, each known and named once. Without any: every property of the catalogue. */
export function chooseColumns(asked: readonly string[] | undefined): string[] {
  if (!asked || asked.length === 0) return properties.map(({ name }) => name);
  return [...new Set(asked.map(readableName))];
}

export function toSortOrder(asked: SortOrder | undefined, nameOf = readableName): SortOrder | undefined {
  return asked && { propertyName: nameOf(asked.propertyName), direction: asked.direction };
}

/** A property that is named again orders nothing any more. */
export function toReadableSort(asked: Sort | undefined): Sort | undefined {
  const byName = new Map<string, SortOrder>();
  for (const { propertyName, direction } of listSorts(asked)) {
    const name = readableName(propertyName);
    if (!byName.has(name)) byName.set(name, { propertyName: name, direction });
  }
  return toSort([...byName.values()]);
}

/** @returns the full name of what the service knows. @throws AppFailure `usage`. */
export function knownName(name: string): string {
  return fullName(findProperty(name), name);
}

/** @returns the full name of what the store can tell of a record, clients and teams included. @throws AppFailure `usage`. */
export function readableName(name: string): string {
  return fullName(findReadable(name), name);
}

function fullName(found: Property | undefined, name: string): string {
  return found?.name ?? fail({ code: 'usage', detail: refusalTexts.noProperty(name) });
}
