/** Builds the service's query for a view of the records: the service knows filters, but neither periods nor the full-text search. Pure. */
import { isLocal } from '../local-properties.ts';
import { propertyNames } from '../properties.ts';
import type { SortOrder } from './sort-order.ts';
import { findClockBounds, type Period } from '../time/period.ts';
import { addFilters, type Filter, type FilterGroups } from '../filter/model.ts';
import { findSearch, removeSearch } from '../filter/search.ts';

export interface LiveQuery {
  readonly filterGroups: FilterGroups;
  /** The service's free text, which is matched by the service's rule. */
  readonly query: string;
  /** The service accepts a single order only. */
  readonly sort?: SortOrder;
}

export interface RecordsSelection {
  readonly filterGroups: FilterGroups;
  readonly query: string;
  readonly sort: readonly SortOrder[];
  /** Undefined for all of time. */
  readonly period: Period | undefined;
  readonly zone: string;
}

/** Converts the period to a filter of each group on the property of its calendar, and the search to the service's free text. */
export function toLiveQuery({ filterGroups, query, sort, period, zone }: RecordsSelection): LiveQuery {
  const groups = removeSearch(filterGroups);
  const words = [findSearch(filterGroups) ?? '', query].filter((text) => text.trim() !== '').join(' ');
  const order = sort.find(({ propertyName }) => !isLocal({ name: propertyName }));
  const narrowedGroups = period === undefined ? groups : addFilters(groups, [toPeriodFilter(period, zone)]);
  return { filterGroups: narrowedGroups, query: words, ...(order && { sort: order }) };
}

/** Creates a filter that includes both ends. */
function toPeriodFilter(period: Period, zone: string): Filter {
  const operator = 'BETWEEN';
  switch (period.calendar) {
    case 'recorded-month':
      return { propertyName: propertyNames.month, operator, value: period.from, highValue: period.to };
    case 'recorded-week':
      return { propertyName: propertyNames.week, operator, value: period.from, highValue: period.to };
    case 'clock': {
      const { start, end } = findClockBounds(period, zone);
      const formatInstant = (instant: number) => new Date(instant).toISOString();
      return {
        propertyName: propertyNames.firstStart,
        operator,
        value: formatInstant(start),
        highValue: formatInstant(end - 1),
      };
    }
  }
}
