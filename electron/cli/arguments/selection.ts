/** What chooses records, properties and reports, checked against the catalogue before anything is opened or sent. */
import { fail } from '#contract/errors.ts';
import { checkFilterGroups } from '#domain/filter/check.ts';
import { filterGroupsSchema, type FilterGroups } from '#domain/filter/model.ts';
import { findReadable } from '#domain/local-properties.ts';
import { findProperty, type Property } from '#domain/properties.ts';
import { checkReport } from '#domain/reports/definition/check.ts';
import type { Report } from '#domain/reports/definition/report.ts';
import { MOST_SORTS, toSort, type SortOrder } from '#domain/records/sort-order.ts';
import { describeIssue } from '#domain/schema-problem.ts';
import { usage } from '#texts/terminal/cli.ts';
import { option, parseKeepingDigits, readOptions, refuse, type Arguments, type Option } from './option-values.ts';

/** The interface's filter groups, with full property names. @throws AppFailure `filter-invalid`, which says where the problem is. */
export const filter: Option<FilterGroups> = (written) => {
  const parsed = filterGroupsSchema.safeParse(parseFilter(written), { error: describeIssue });
  if (parsed.success) return checkFilter(parsed.data);
  const [issue] = parsed.error.issues;
  return refuseFilter(usage.filterShape(describePlace(issue?.path ?? []), issue?.message ?? ''));
};

function parseFilter(json: string): unknown {
  try {
    return parseKeepingDigits(json);
  } catch (fault) {
    return refuseFilter(usage.filterJson(fault instanceof Error ? fault.message : String(fault)));
  }
}

/** @throws AppFailure `filter-invalid`, which says where the problem is. */
export function checkFilter(groups: FilterGroups): FilterGroups {
  const checked = checkFilterGroups(groups);
  return checked.ok ? checked.value : refuseFilter(usage.filterShape(checked.problem.where, checked.problem.what));
}

function refuseFilter(detail: string): never {
  return fail({ code: 'filter-invalid', detail });
}

/** `[0, 'filters', 1, 'operator']` → `group 1, filter 2, operator`. */
function describePlace(path: readonly PropertyKey[]): string {
  const [group, , condition, ...rest] = path;
  const parts = [
    ...(typeof group === 'number' ? [usage.groupPlace(group + 1)] : []),
    ...(typeof condition === 'number' ? [usage.filterPlace(condition + 1)] : []),
    ...rest.map(String),
  ];
  return parts.length === 0 ? '--filter' : parts.join(', ');
}

export const selectionOptions = { filter, query: option.text, period: option.period };

export interface Selection {
  readonly filterGroups?: FilterGroups;
  readonly query?: string;
  readonly period?: string;
}

/** @returns only what was given, under the names of the contract. @throws AppFailure `filter-invalid`, `usage` */
export function readSelection(args: Arguments): Selection {
  const { filter: filterGroups, ...selection } = readOptions(args, selectionOptions);
  return { ...(filterGroups && { filterGroups }), ...selection };
}

/** @throws AppFailure `usage`, `filter-invalid` */
export function checkReportDefinition(report: Report): Report {
  const answer = checkReport(report);
  if (!answer.ok) {
    const { kind, detail } = answer.problem;
    fail({ code: kind === 'filter' ? 'filter-invalid' : 'usage', detail });
  }
  if (report.period !== undefined) option.period(report.period);
  return report;
}

/** @returns the property, by its name with or without prefix. @throws AppFailure `usage` */
export function findNamedProperty(name: string, find = findProperty): Property {
  return find(name) ?? refuse(usage.property(name));
}

/** Full names of properties that the service knows. */
export const propertyList: Option<string[]> = (written, name) =>
  option.list(written, name).map((property) => findNamedProperty(property).name);

/** Full names of columns; what only the directory knows is among them. */
export const columnList: Option<string[]> = (written, name) =>
  option.list(written, name).map((property) => findNamedProperty(property, findReadable).name);

/** `first_start_date:desc`, by a property that the service knows: it sorts by one. */
export const sortByProperty: Option<SortOrder> = (written) => readOrder(written, findProperty);

/** `client:asc,first_start_date:desc`; the second orders what the first holds equal. */
export const sortByColumns: Option<SortOrder | SortOrder[] | undefined> = (written, name) => {
  const orders = option.list(written, name);
  if (orders.length > MOST_SORTS) refuse(usage.sorts(MOST_SORTS));
  return toSort(orders.map((order) => readOrder(order, findReadable)));
};

function readOrder(written: string, find: typeof findProperty): SortOrder {
  const match = /^([^:]+)(?::(asc|desc))?$/i.exec(written);
  if (!match) return refuse(usage.sort);
  const [, name = '', direction = 'asc'] = match;
  return {
    propertyName: findNamedProperty(name, find).name,
    direction: direction.toLowerCase() === 'desc' ? 'DESCENDING' : 'ASCENDING',
  };
}
