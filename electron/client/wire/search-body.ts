/** Writes a search in the upstream's form: lower-case string lists, times as epoch milliseconds, within its length limit. */
import { markCount } from '#domain/locale-forms.ts';
import { fail } from '#contract/errors.ts';
import { readInstant } from '#domain/filter/operand.ts';
import type { Filter, FilterGroups } from '#domain/filter/model.ts';
import { findProperty, type Property } from '#domain/properties.ts';
import { refusalTexts } from '#texts/refusals.ts';
import type { SortOrder } from '#domain/records/sort-order.ts';

export interface SearchRequest {
  /** An OR of ANDs; without groups, every record matches. */
  readonly filterGroups?: FilterGroups | undefined;
  readonly query?: string | undefined;
  /** The upstream takes one sort at most. */
  readonly sorts?: readonly SortOrder[] | undefined;
  /** From 1 to 200. */
  readonly limit: number;
  readonly after?: string | undefined;
  /** Properties to request; without a list, every declared property is requested. */
  readonly properties?: readonly string[] | undefined;
}

/** The upstream refuses longer bodies, which is a public limit of its search. */
export const MAX_BODY_CHARACTERS = 3000;

/**
 * @param properties the names to request.
 * @returns the JSON body.
 * @throws AppFailure `filter-invalid` for a date operand that is not a date, or when the body is too long for the upstream.
 */
export function writeSearchBody(request: SearchRequest, properties: readonly string[]): string {
  const body = JSON.stringify({
    limit: request.limit,
    ...(request.after === undefined ? {} : { after: request.after }),
    properties,
    ...(request.query ? { query: request.query } : {}),
    ...(request.sorts?.length ? { sorts: request.sorts.map(toWireSort) } : {}),
    ...(request.filterGroups?.length
      ? { filterGroups: request.filterGroups.map((group) => ({ filters: group.filters.map(toWireFilter) })) }
      : {}),
  });
  if (body.length > MAX_BODY_CHARACTERS) {
    const detail = refusalTexts.searchTooLong(markCount(body.length), markCount(MAX_BODY_CHARACTERS));
    fail({ code: 'filter-invalid', detail });
  }
  return body;
}

/** Adds the prefix to a name in the catalogue; an unknown name stays as it is. */
export function toFullName(name: string): string {
  return findProperty(name)?.name ?? name;
}

function toWireSort({ propertyName, direction }: SortOrder): SortOrder {
  return { propertyName: toFullName(propertyName), direction };
}

function toWireFilter(filter: Filter): Filter {
  const property = findProperty(filter.propertyName);
  const toOperand = (text: string) => toWireOperand(property, filter, text);
  return {
    propertyName: property?.name ?? filter.propertyName,
    operator: filter.operator,
    ...(filter.value === undefined ? {} : { value: toOperand(filter.value) }),
    ...(filter.highValue === undefined ? {} : { highValue: toOperand(filter.highValue) }),
    ...(filter.values === undefined ? {} : { values: filter.values.map(toOperand) }),
  };
}

function toWireOperand(property: Property | undefined, filter: Filter, text: string): string {
  switch (property?.type) {
    case 'date':
    case 'datetime':
      return String(
        readInstant(text) ?? fail({ code: 'filter-invalid', detail: refusalTexts.notATime(property.name, text) }),
      );
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
