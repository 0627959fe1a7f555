/** Builds the few kinds of search that filling the snapshot needs. */
import { ID_PROPERTY } from '../../src/domain/properties.ts';
import type { Filter, FilterGroups } from '../../src/domain/filter/model.ts';
import { PAGE_ROWS, type SyncSearch } from './service.ts';
import type { RecordRange } from '../../src/domain/records/record-range.ts';
import { propertyNames } from '../../src/domain/property-names.ts';

const CREATED_PROPERTY = propertyNames.created;
const MODIFIED_PROPERTY = propertyNames.modified;

/** A store range, and a condition only the service can answer: changed at or after `modifiedSince` (epoch milliseconds). */
export interface Span extends RecordRange {
  readonly modifiedSince?: number;
}

/** One id page, newest first. */
export function idPage(span: Span): SyncSearch {
  return {
    kind: 'search',
    filterGroups: toFilterGroups(span),
    sort: { propertyName: ID_PROPERTY, direction: 'DESCENDING' },
    limit: PAGE_ROWS,
    whole: true,
  };
}

/** The newest changes and the total in one answer. */
export function newestChanges(span: Span): SyncSearch {
  return { ...idPage(span), sort: { propertyName: MODIFIED_PROPERTY, direction: 'DESCENDING' } };
}

/** Only the total counts; the one row that comes along is not stored. */
export function countIn(span: Span): SyncSearch {
  return { ...idPage(span), limit: 1, whole: false };
}

/** Which of these ids search can see. At most 99, so that the body stays short. */
export function searchable(ids: readonly string[]): SyncSearch {
  return {
    ...idPage({}),
    whole: false,
    filterGroups: [{ filters: [{ propertyName: ID_PROPERTY, operator: 'IN', values: ids }] }],
  };
}

function toFilterGroups(span: Span): FilterGroups {
  const rest = toBounds(span);
  const months = toMonthBounds(span);
  if (months.length === 0) return rest.length === 0 ? [] : [{ filters: rest }];
  const dated = { filters: [...months, ...rest] };
  if (!span.orNoMonth) return [dated];
  return [dated, { filters: [{ propertyName: propertyNames.month, operator: 'NOT_HAS_PROPERTY' }, ...rest] }];
}

function toBounds(span: Span): Filter[] {
  return [
    ...bound(ID_PROPERTY, 'LT', span.idBelow),
    ...bound(ID_PROPERTY, 'GT', span.idAbove),
    ...bound(CREATED_PROPERTY, 'LT', span.createdBefore),
    ...bound(MODIFIED_PROPERTY, 'GTE', span.modifiedSince),
  ];
}

function toMonthBounds(span: Span): Filter[] {
  return [
    ...bound(propertyNames.month, 'GTE', span.monthFrom && Date.parse(span.monthFrom)),
    ...bound(propertyNames.month, 'LT', span.monthBelow && Date.parse(span.monthBelow)),
  ];
}

/** Dates go as epoch milliseconds in text: the form every known source accepts. */
function bound(propertyName: string, operator: 'LT' | 'GT' | 'GTE', value: string | number | undefined): Filter[] {
  return value === undefined ? [] : [{ propertyName, operator, value: String(value) }];
}
