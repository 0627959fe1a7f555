/** Writes a search in the upstream's form: lower-case string lists, times as epoch milliseconds, within its length limit. */
import { markCount } from '../../../src/domain/locale-forms.ts';
import { fail } from '../../../src/contract/errors.ts';
import { readInstant } from '../../../src/domain/filter/operand.ts';
import type { Filter, FilterGroups } from '../../../src/domain/filter/model.ts';
import { findProperty, type Property } from '../../../src/domain/properties.ts';
import { refusalTexts } from '#texts/refusals.ts';
import type { SortOrder } from '../../../src/domain/records/sort-order.ts';

export interface SearchRequest {
  /** OR of ANDs; none: every record. */
  readonly filterGroups?: FilterGroups | undefined;
  readonly query?: string | undefined;
  /** The upstream takes one. */
  readonly sorts?: readonly SortOrder[] | undefined;
  /** 1 to 200. */
  readonly limit: number;
  readonly after?: string | undefined;
  /** Names to ask for; without a list, every declared property. */
  readonly properties?: readonly string[] | undefined;
}

/** The upstream refuses longer bodies (public limit of its search). */
export const MOST_BODY_CHARACTERS = 3000;

/**
 * @param properties the names to ask for.
 * @returns the JSON body.
 * @throws AppFailure `filter-invalid` for a date operand that is not a date, or when the body is too long for the upstream.
 */
export function searchBody(request: SearchRequest, properties: readonly string[]): string {
  const body = JSON.stringify({
    limit: request.limit,
    ...(request.after === undefined ? {} : { after: request.after }),
    properties,
    ...(request.query ? { query: request.query } : {}),
    ...(request.sorts?.length ? { sorts: request.sorts.map(sortForWire) } : {}),
    ...(request.filterGroups?.length
      ? { filterGroups: request.filterGroups.map((group) => ({ filters: group.filters.map(filterForWire) })) }
      : {}),
  });
  if (body.length > MOST_BODY_CHARACTERS) {
    const detail = refusalTexts.searchTooLong(markCount(body.length), markCount(MOST_BODY_CHARACTERS));
    fail({ code: 'filter-invalid', detail });
  }
  return body;
}

/** The name with its prefix, or as given when the catalogue does not know it. */
export function fullName(name: string): string {
  return findProperty(name)?.name ?? name;
}

function sortForWire({ propertyName, direction }: SortOrder): SortOrder {
  return { propertyName: fullName(propertyName), direction };
}

function filterForWire(filter: Filter): Filter {
  const property = findProperty(filter.propertyName);
  const operand = (text: string) => operandForWire(property, filter, text);
  return {
    propertyName: property?.name ?? filter.propertyName,
    operator: filter.operator,
    ...(filter.value === undefined ? {} : { value: operand(filter.value) }),
    ...(filter.highValue === undefined ? {} : { highValue: operand(filter.highValue) }),
    ...(filter.values === undefined ? {} : { values: filter.values.map(operand) }),
  };
}

function operandForWire(property: Property | undefined, filter: Filter, text: string): string {
  switch (property?.type) {
    case 'date':
    case 'datetime':
      return String(readInstant(text) ?? notATime(property, text));
    case 'string':
      return filter.operator === 'IN' || filter.operator === 'NOT_IN' ? text.toLowerCase() : text;
    case 'boolean':
      return text.trim().toLowerCase();
    case 'enumeration':
    case 'number':
    case undefined:
      return text;
  }
}

function notATime(property: Property, text: string): never {
  return fail({ code: 'filter-invalid', detail: refusalTexts.notATime(property.name, text) });
}
