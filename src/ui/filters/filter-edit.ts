/** Connects a chip to its bar: how to change the filters, and which records to count its values in. */
import { useCallbackRef } from '@mantine/hooks';
import { createContext, useContext, useEffect, useState } from 'react';
import type { Filter, FilterGroups } from '#domain/filter/model.ts';
import { applySearch, findSearch, removeSearch } from '#domain/filter/search.ts';
import { putFilter, removeFilter, type Place } from './edit-groups.ts';

export interface FilterEdit {
  readonly remove: (place: Place) => void;
  /**
   * Applies at once, but joins the adjacent ticks into one undoable change.
   * @param place the position among the filters before the first tick
   * @param filter undefined if nothing is ticked any more
   */
  readonly tick: (place: Place, filter: Filter | undefined) => void;
  /** Called when the pointer or the focus is on a control that would tick this filter; with undefined, that would remove it. */
  readonly near: (place: Place, filter: Filter | undefined) => void;
  /** Called when the chip's popover has closed. */
  readonly settle: () => void;
  /** @returns the records in which values at this position are counted */
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
 * Keeps only the other filters of one group, because groups are alternatives and each is counted separately.
 * @param view with all its filters, including the search in each group
 */
export function countWithout(view: CountedView, { group, filter }: Place): CountedView {
  const search = findSearch(view.filterGroups);
  const filters = removeSearch(view.filterGroups)[group]?.filters ?? [];
  const others = filters.filter((_, index) => index !== filter);
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
 * Applies every tick to the filters before the visit, because an earlier tick may have changed the positions.
 * @param visit undefined for the first tick
 * @param current the bar's filters, and those to which an undo leads. If they differ from the visit's, they were changed elsewhere, and a new
 *   visit begins
 * @returns the visit, and whether it is still the last step, which it is not after ticks that led back to its beginning
 */
export function continueVisit(
  visit: Visit | undefined,
  current: { readonly groups: FilterGroups; readonly last: FilterGroups | undefined },
  { place, filter }: { readonly place: Place; readonly filter: Filter | undefined },
): { readonly visit: Visit; readonly joins: boolean } {
  const isSameVisit = visit !== undefined && isSame(visit.now, current.groups);
  const before = isSameVisit ? visit.before : current.groups;
  const now = filter ? putFilter(before, place, filter) : removeFilter(before, place);
  return { visit: { before, now }, joins: isSameVisit && isSame(current.last, before) };
}

/** The popover of a chip. Its ticks are announced when it closes or the chip is removed. */
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
