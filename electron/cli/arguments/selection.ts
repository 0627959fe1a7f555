/** The options that choose records and properties, checked against the catalogue before anything is opened or sent. */
import { fail } from '../../../src/contract/errors.ts';
import { checkFilterGroups } from '../../../src/domain/filter/check.ts';
import { filterGroupsSchema, type FilterGroups } from '../../../src/domain/filter/model.ts';
import { findReadable } from '../../../src/domain/local-properties.ts';
import { findProperty, type Property } from '../../../src/domain/properties.ts';
import { usage } from '#texts/terminal/cli.ts';
import type { Arguments } from './arguments.ts';
import { list, refuse, text } from './option-values.ts';
import { checkedPeriod } from './period-option.ts';
import { describeIssue } from '../../../src/domain/schema-problem.ts';
import { MOST_SORTS, toSort, type SortOrder } from '../../../src/domain/records/sort-order.ts';

export interface Selection {
  readonly filterGroups?: FilterGroups;
  readonly query?: string;
  readonly period?: string;
}

/** What of `--filter`, `--query` and `--period` was given; full property names. @throws AppFailure `filter-invalid`, `usage` */
export function readSelection(args: Arguments): Selection {
  const filterGroups = readFilter(args);
  const query = text(args, 'query');
  const period = text(args, 'period');
  return {
    ...(filterGroups && { filterGroups }),
    ...(query !== undefined && { query }),
    ...(period !== undefined && { period: checkedPeriod(period) }),
  };
}

/** @throws AppFailure `filter-invalid`, which says where. */
export function readFilter(args: Arguments): FilterGroups | undefined {
  const given = text(args, 'filter');
  if (given === undefined) return undefined;
  const shaped = filterGroupsSchema.safeParse(parseJson(given), { error: describeIssue });
  if (!shaped.success) {
    const [issue] = shaped.error.issues;
    return fail({
      code: 'filter-invalid',
      detail: usage.filterShape(describePlace(issue?.path ?? []), issue?.message ?? ''),
    });
  }
  return checkedFilter(shaped.data);
}

/** @throws AppFailure `filter-invalid`, which says where. */
function checkedFilter(groups: FilterGroups): FilterGroups {
  const checked = checkFilterGroups(groups);
  if (checked.ok) return checked.value;
  const { where, what } = checked.problem;
  return fail({ code: 'filter-invalid', detail: usage.filterShape(where, what) });
}

/** Numbers keep the digits that were typed: an id of 20 digits does not fit a double. */
function parseJson(json: string): unknown {
  const digits = (_key: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? (context?.source ?? value) : value;
  try {
    return JSON.parse(json, digits);
  } catch (fault) {
    const problem = fault instanceof Error ? fault.message : String(fault);
    return fail({ code: 'filter-invalid', detail: usage.filterJson(problem) });
  }
}

/** `[0, 'filters', 1, 'operator']` → `group 1, filter 2, operator`. */
function describePlace(path: readonly PropertyKey[]): string {
  const [group, , filter, ...rest] = path;
  const parts = [
    ...(typeof group === 'number' ? [usage.groupPlace(group + 1)] : []),
    ...(typeof filter === 'number' ? [usage.filterPlace(filter + 1)] : []),
    ...rest.map(String),
  ];
  return parts.length === 0 ? '--filter' : parts.join(', ');
}

/** @returns the property, by its name with or without prefix. @throws AppFailure `usage` */
export function propertyNamed(name: string, find = findProperty): Property {
  return find(name) ?? refuse(usage.property(name));
}

/** Full names of a list of properties that the service knows. */
export function propertyList(args: Arguments, option: string): string[] | undefined {
  return list(args, option)?.map((name) => propertyNamed(name).name);
}

/** Full names of a list of columns; what only the directory knows is among them. */
export function columnList(args: Arguments, option: string): string[] | undefined {
  return list(args, option)?.map((name) => propertyNamed(name, findReadable).name);
}

/** `first_start_date:desc`, by a property that the service knows: it sorts by one. */
export function readSort(args: Arguments): SortOrder | undefined {
  const given = text(args, 'sort');
  return given === undefined ? undefined : readOrder(given, findProperty);
}

/** `client:asc,first_start_date:desc`; the second orders what the first holds equal. */
export function readSorts(args: Arguments): SortOrder | SortOrder[] | undefined {
  const given = list(args, 'sort') ?? [];
  return given.length > MOST_SORTS
    ? refuse(usage.sorts(MOST_SORTS))
    : toSort(given.map((each) => readOrder(each, findReadable)));
}

function readOrder(given: string, find: typeof findProperty): SortOrder {
  const match = /^([^:]+)(?::(asc|desc))?$/i.exec(given);
  if (!match) return refuse(usage.sort);
  const [, name = '', direction = 'asc'] = match;
  return {
    propertyName: propertyNamed(name, find).name,
    direction: direction.toLowerCase() === 'desc' ? 'DESCENDING' : 'ASCENDING',
  };
}
