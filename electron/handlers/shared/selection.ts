/**
 * What a caller asked for, checked and resolved: filter, free text, period, columns, sort. The one home, so that screen, file and terminal
 * select alike.
 */
import { fail } from '../../../src/contract/errors.ts';
import { checkFilterGroups } from '../../../src/domain/filter/check.ts';
import type { FilterGroups } from '../../../src/domain/filter/model.ts';
import { resolvePeriod, type Period, type PeriodContext } from '../../../src/domain/time/period.ts';
import { findReadable } from '../../../src/domain/local-properties.ts';
import { findProperty, properties, type Property } from '../../../src/domain/properties.ts';
import type { Weekday } from '../../../src/domain/time/weeks.ts';
import type { Selection } from '../../snapshot/snapshot.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { refusalTexts } from '#texts/refusals.ts';
import type { SortOrder } from '../../../src/domain/records/sort-order.ts';

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

/** What a written period depends on. */
export async function periodContext(workspace: Workspace): Promise<PeriodContext> {
  return contextWith((await workspace.snapshot.recordedWeeks()).begin, workspace);
}

function contextWith(recordedWeeks: Weekday, workspace: Workspace): PeriodContext {
  const { weekStart, fiscalYearStart } = workspace.settings();
  return { today: workspace.today(), weekStart, fiscalYearStart, recordedWeeks };
}

/** @throws AppFailure `usage`. */
export async function resolvePeriodText(text: string, workspace: Workspace): Promise<Period> {
  return periodBy(text, await periodContext(workspace));
}

/** By the recorded weeks of the store that is being read. @throws AppFailure `usage`. */
export function periodAt(recordedWeeks: Weekday, text: string, workspace: Workspace): Period {
  return periodBy(text, contextWith(recordedWeeks, workspace));
}

function periodBy(text: string, context: PeriodContext): Period {
  const resolved = resolvePeriod(text, context);
  if (!resolved.ok) fail({ code: 'usage', detail: resolved.problem });
  return resolved.value;
}

/** Full names, each known and named once. Without any: every property of the catalogue. */
export function chooseColumns(asked: readonly string[] | undefined): string[] {
  if (!asked || asked.length === 0) return properties.map(({ name }) => name);
  return [...new Set(asked.map(readableName))];
}

export function toSortOrder(asked: SortOrder | undefined, nameOf = readableName): SortOrder | undefined {
  return asked && { propertyName: nameOf(asked.propertyName), direction: asked.direction };
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
