/** Builds the few kinds of search that filling the snapshot needs. */
import type { Filter, FilterGroups } from '#domain/filter/model.ts';
import { ID_PROPERTY, propertyNames } from '#domain/properties.ts';
import type { RecordRange } from '#domain/record.ts';
import { SEARCH_PAGE_SIZE, type SyncSearch } from './service.ts';

const CREATED_PROPERTY = propertyNames.created;
const MODIFIED_PROPERTY = propertyNames.modified;

/** A store range with a condition that only the service can answer: changed at or after `modifiedSince` (epoch milliseconds). */
export interface Span extends RecordRange {
  readonly modifiedSince?: number;
}

/** Asks for one page by id, newest first. */
export function buildIdPageSearch(span: Span): SyncSearch {
  return {
    kind: 'search',
    filterGroups: toFilterGroups(span),
    sort: { propertyName: ID_PROPERTY, direction: 'DESCENDING' },
    limit: SEARCH_PAGE_SIZE,
    allProperties: true,
  };
}

/** Asks for the newest changes and the total in one answer. */
export function buildNewestChangesSearch(span: Span): SyncSearch {
  return { ...buildIdPageSearch(span), sort: { propertyName: MODIFIED_PROPERTY, direction: 'DESCENDING' } };
}

/** Asks for the total only; the one row that comes along is not stored. */
export function buildCountSearch(span: Span): SyncSearch {
  return { ...buildIdPageSearch(span), limit: 1, allProperties: false };
}

/** Asks which of these ids search can see. At most 99 ids are allowed, so that the body stays short. */
export function buildVisibilitySearch(ids: readonly string[]): SyncSearch {
  return {
    ...buildIdPageSearch({}),
    allProperties: false,
    filterGroups: [{ filters: [{ propertyName: ID_PROPERTY, operator: 'IN', values: ids }] }],
  };
}

function toFilterGroups(span: Span): FilterGroups {
  const bounds = toBounds(span);
  const months = toMonthBounds(span);
  if (months.length === 0) return bounds.length === 0 ? [] : [{ filters: bounds }];
  const dated = { filters: [...months, ...bounds] };
  if (!span.orNoMonth) return [dated];
  return [dated, { filters: [{ propertyName: propertyNames.month, operator: 'NOT_HAS_PROPERTY' }, ...bounds] }];
}

function toBounds(span: Span): Filter[] {
  return [
    ...toBoundFilter(ID_PROPERTY, 'LT', span.idBelow),
    ...toBoundFilter(ID_PROPERTY, 'GT', span.idAbove),
    ...toBoundFilter(CREATED_PROPERTY, 'LT', span.createdBefore),
    ...toBoundFilter(MODIFIED_PROPERTY, 'GTE', span.modifiedSince),
  ];
}

function toMonthBounds(span: Span): Filter[] {
  return [
    ...toBoundFilter(propertyNames.month, 'GTE', span.monthFrom && Date.parse(span.monthFrom)),
    ...toBoundFilter(propertyNames.month, 'LT', span.monthBelow && Date.parse(span.monthBelow)),
  ];
}

/** Dates are sent as epoch milliseconds in text, the form that every known source accepts. */
function toBoundFilter(
  propertyName: string,
  operator: 'LT' | 'GT' | 'GTE',
  value: string | number | undefined,
): Filter[] {
  return value === undefined ? [] : [{ propertyName, operator, value: String(value) }];
}
