/** What a chip knows of its bar: how to change the filters, and among which records its values are counted. */
import { useCallbackRef } from '@mantine/hooks';
import { createContext, useContext, useEffect, useState } from 'react';
import type { Filter, FilterGroups } from '#domain/filter/model.ts';
import { applySearch, findSearch, removeSearch } from '#domain/filter/search.ts';
import { putFilter, removeFilter, type Place } from './edit-groups.ts';

/** How the bar changes its filters. */
export interface FilterEdit {
  readonly remove: (place: Place) => void;
  /**
   * Applies at once, but makes one change together with the ticks before and after it.
   * @param place among the filters before the first tick
   * @param filter undefined where nothing is ticked any more
   */
  readonly tick: (place: Place, filter: Filter | undefined) => void;
  /** Called when the pointer or the focus is on a control that would tick this, or with undefined would remove the filter. */
  readonly near: (place: Place, filter: Filter | undefined) => void;
  /** Called when the visit to the chip has ended. */
  readonly settle: () => void;
  /** @returns the records among which values at this place are counted */
  readonly counted: (place: Place) => CountedView;
}

/** The records that the other filters of a view select. */
export interface CountedView {
  readonly filterGroups: FilterGroups;
  readonly query: string;
  readonly period?: string | undefined;
}

const Counted = createContext<CountedView>({ filterGroups: [], query: '' });

export const CountedProvider = Counted.Provider;

export const useCounted = (): CountedView => useContext(Counted);

/**
 * The view with only the other filters of one group: its values narrow no other group, so that each group is counted by itself.
 * @param view with all its filters, the search in each group among them
 */
export function countWithout(view: CountedView, { group, filter }: Place): CountedView {
  const search = findSearch(view.filterGroups);
  const own = removeSearch(view.filterGroups)[group]?.filters ?? [];
  const others = own.filter((_, at) => at !== filter);
  const groups = others.length === 0 ? [] : [{ filters: others }];
  return { ...view, filterGroups: search === undefined ? groups : applySearch(groups, search) };
}

/** All ticks while the popover of a chip is open. */
export interface Visit {
  /** The filters before the first tick. */
  readonly before: FilterGroups;
  readonly now: FilterGroups;
}

export const isSame = (a: FilterGroups | undefined, b: FilterGroups | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/**
 * Applies every tick to the filters before the visit, because an earlier tick may have put another filter in its place.
 * @param visit undefined for the first tick
 * @param held the bar's filters, and those to which an undo leads. Where they are not the visit's, they were changed from elsewhere, and
 *   another visit begins
 * @returns the visit, and whether it is still the last step, which ticks that led back to the beginning have not
 */
export function continueVisit(
  visit: Visit | undefined,
  held: { readonly groups: FilterGroups; readonly last: FilterGroups | undefined },
  { place, filter }: { readonly place: Place; readonly filter: Filter | undefined },
): { readonly visit: Visit; readonly joins: boolean } {
  const isSameVisit = visit !== undefined && isSame(visit.now, held.groups);
  const before = isSameVisit ? visit.before : held.groups;
  const now = filter ? putFilter(before, place, filter) : removeFilter(before, place);
  return { visit: { before, now }, joins: isSameVisit && isSame(held.last, before) };
}

/** The popover of a chip. Its ticks are announced when it closes, or when its chip goes. */
export function useVisit(place: Place, edit: FilterEdit) {
  const [begun, setBegun] = useState<{ readonly place: Place; readonly counted: CountedView }>();
  const opened = begun !== undefined;
  const settle = useCallbackRef(edit.settle);
  useEffect(() => (opened ? settle : undefined), [opened, settle]);
  const turn = (opens: boolean) => setBegun(opens ? { place, counted: edit.counted(place) } : undefined);
  return {
    opened,
    turn,
    counted: begun?.counted ?? edit.counted(place),
    tick: (filter: Filter | undefined) => edit.tick(begun?.place ?? place, filter),
    near: (filter: Filter | undefined) => edit.near(begun?.place ?? place, filter),
    remove: () => {
      edit.remove(place);
      turn(false);
    },
  };
}
