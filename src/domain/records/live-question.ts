/** What is asked of the service for a view of the records: it knows filters, but neither periods nor the search over everything. Pure. */
import { isLocal } from '../local-properties.ts';
import { propertyNames } from '../property-names.ts';
import type { SortOrder } from './sort-order.ts';
import { clockBounds, type Period } from '../time/period.ts';
import type { Filter, FilterGroups } from '../filter/model.ts';
import { searchOf, withoutSearch } from '../filter/search.ts';

export interface LiveQuestion {
  readonly filterGroups: FilterGroups;
  /** The service's own free text, by its own rule. */
  readonly query: string;
  /** It takes one. */
  readonly sort?: SortOrder;
}

export interface AskedView {
  readonly filterGroups: FilterGroups;
  readonly query: string;
  readonly sort: readonly SortOrder[];
  /** Undefined: all of time. */
  readonly period: Period | undefined;
  readonly zone: string;
}

/** The period becomes a filter of each group, on the property that it goes by here; words searched for become its free text. */
export function toLiveQuestion({ filterGroups, query, sort, period, zone }: AskedView): LiveQuestion {
  const groups = withoutSearch(filterGroups);
  const words = [searchOf(filterGroups) ?? '', query].filter((text) => text.trim() !== '').join(' ');
  const order = sort.find(({ propertyName }) => !isLocal({ name: propertyName }));
  const narrowed = period === undefined ? groups : narrow(groups, periodFilter(period, zone));
  return { filterGroups: narrowed, query: words, ...(order && { sort: order }) };
}

function narrow(groups: FilterGroups, filter: Filter): FilterGroups {
  if (groups.length === 0) return [{ filters: [filter] }];
  return groups.map(({ filters }) => ({ filters: [...filters, filter] }));
}

/** Both ends are included. */
function periodFilter(period: Period, zone: string): Filter {
  const operator = 'BETWEEN';
  switch (period.calendar) {
    case 'recorded-month':
      return { propertyName: propertyNames.month, operator, value: period.from, highValue: period.to };
    case 'recorded-week':
      return { propertyName: propertyNames.week, operator, value: period.from, highValue: period.to };
    case 'clock': {
      const { start, end } = clockBounds(period, zone);
      const text = (instant: number) => new Date(instant).toISOString();
      return { propertyName: propertyNames.firstStart, operator, value: text(start), highValue: text(end - 1) };
    }
  }
}
