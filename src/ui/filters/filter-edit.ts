/** What a chip knows of its bar: how its filters are changed, and which records the counts beside values are of. */
import { createContext, useContext } from 'react';
import type { Filter, FilterGroups } from '#domain/filter/model.ts';
import { applySearch, findSearch, removeSearch } from '#domain/filter/search.ts';
import type { Place } from './edit-groups.ts';

/** How the bar changes its filters. Undefined instead of a filter removes it. */
export interface FilterEdit {
  /** A change of its own. */
  readonly put: (place: Place, filter: Filter | undefined) => void;
  /** Applies at once, but is one change with the ticks before and after it. */
  readonly tick: (place: Place, filter: Filter | undefined) => void;
  /** The ticks are over. */
  readonly settle: () => void;
  /** The records that a value picked at this place is counted among. */
  readonly counted: (place: Place) => CountedView;
}

/** The records of the view by its other filters. */
export interface CountedView {
  readonly filterGroups: FilterGroups;
  readonly query: string;
  readonly period?: string | undefined;
}

const Counted = createContext<CountedView>({ filterGroups: [], query: '' });

export const CountedProvider = Counted.Provider;

export const useCounted = (): CountedView => useContext(Counted);

/**
 * The view by the other filters of one group: an alternative is counted by itself, because its values narrow nothing else.
 * @param view with all its filters, the search in each group among them
 */
export function countWithout(view: CountedView, { group, filter }: Place): CountedView {
  const search = findSearch(view.filterGroups);
  const own = removeSearch(view.filterGroups)[group]?.filters ?? [];
  const others = own.filter((_, at) => at !== filter);
  const groups = others.length === 0 ? [] : [{ filters: others }];
  return { ...view, filterGroups: search === undefined ? groups : applySearch(groups, search) };
}
