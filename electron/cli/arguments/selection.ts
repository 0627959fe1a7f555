/** Options that select records, properties and reports, checked against the catalogue before anything is opened or sent. */
import { fail } from '#contract/errors.ts';
import { checkFilterGroups } from '#domain/filter/check.ts';
import { filterGroupsSchema, type FilterGroups } from '#domain/filter/model.ts';
import { findNearestReadable, findReadable } from '#domain/local-properties.ts';
import { findProperty, type Property } from '#domain/properties.ts';
import { checkReport } from '#domain/reports/definition/check.ts';
import { MAX_SORTS, toSort, type SortOrder } from '#domain/records/sort-order.ts';
import { describeIssue } from '#domain/schema-problem.ts';
import { suggest, usage } from '#texts/terminal/cli.ts';
import { option, parseKeepingDigits, readOptions, refuse, type Arguments, type Option } from './option-values.ts';

/** The service's filter groups, with full property names. @throws AppFailure `filter-invalid` with the position of the problem. */
export const filter: Option<FilterGroups> = (text) => {
  const parsed = filterGroupsSchema.safeParse(parseFilter(text), { error: describeIssue });
  if (parsed.success) return checkFilter(parsed.data);
  const [issue] = parsed.error.issues;
  return refuseFilter(usage.filterShape(describePosition(issue?.path ?? []), issue?.message ?? ''));
};

function parseFilter(json: string): unknown {
  try {
    return parseKeepingDigits(json);
  } catch (fault) {
    return refuseFilter(usage.filterJson(fault instanceof Error ? fault.message : String(fault)));
  }
}

/** @throws AppFailure `filter-invalid` with the position of the problem. */
export function checkFilter(groups: FilterGroups): FilterGroups {
  const checked = checkFilterGroups(groups);
  if (checked.ok) return checked.value;
  const { where, what, near } = checked.problem;
  return refuseFilter(usage.filterShape(where, `${what}${suggest(near)}`));
}

function refuseFilter(detail: string): never {
  return fail({ code: 'filter-invalid', detail });
}

/** `[0, 'filters', 1, 'operator']` → `group 1, filter 2, operator`. */
function describePosition(path: readonly PropertyKey[]): string {
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

/** @returns only the given options, under the names of the contract. @throws AppFailure `filter-invalid`, `usage` */
export function readSelection(args: Arguments): Selection {
  const { filter: filterGroups, ...selection } = readOptions(args, selectionOptions);
  return { ...(filterGroups && { filterGroups }), ...selection };
}

/** @throws AppFailure `usage`, `filter-invalid` */
export function checkReportDefinition<Checked extends Parameters<typeof checkReport>[0]>(report: Checked): Checked {
  const checked = checkReport(report);
  if (!checked.ok) {
    const { kind, detail, near } = checked.problem;
    fail({ code: kind === 'filter' ? 'filter-invalid' : 'usage', detail: `${detail}${suggest(near)}` });
  }
  if (report.period !== undefined) option.period(report.period);
  return report;
}

/** The name of one measure, as a report has it. */
export const measureName: Option<string> = (text) => {
  checkReportDefinition({ measures: [text], groupBy: [], filterGroups: [], query: '' });
  return text;
};

/** @returns the property, by its name with or without prefix. @throws AppFailure `usage` */
export function findNamedProperty(name: string, find = findProperty): Property {
  return find(name) ?? refuse(usage.property(name, findNearestReadable(name, find)));
}

/** Full names of properties that the service knows. */
export const propertyList: Option<string[]> = (text, name) =>
  option.list(text, name).map((property) => findNamedProperty(property).name);

/** Full names of columns, including those that only the directory knows. */
export const columnList: Option<string[]> = (text, name) =>
  option.list(text, name).map((property) => findNamedProperty(property, findReadable).name);

/** `first_start_date:desc`, by a property of the service, which sorts by one only. */
export const sortByProperty: Option<SortOrder> = (text) => readOrder(text, findProperty);

/** `client:asc,first_start_date:desc`; the second orders records that the first leaves equal. */
export const sortByColumns: Option<SortOrder | SortOrder[] | undefined> = (text, name) => {
  const orders = option.list(text, name);
  if (orders.length > MAX_SORTS) refuse(usage.sorts(MAX_SORTS));
  return toSort(orders.map((order) => readOrder(order, findReadable)));
};

function readOrder(text: string, find: typeof findProperty): SortOrder {
  const match = /^([^:]+)(?::(asc|desc))?$/i.exec(text);
  if (!match) return refuse(usage.sort);
  const [, name = '', direction = 'asc'] = match;
  return {
    propertyName: findNamedProperty(name, find).name,
    direction: direction.toLowerCase() === 'desc' ? 'DESCENDING' : 'ASCENDING',
  };
}
