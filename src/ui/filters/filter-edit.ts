/** What a chip knows of its bar: how its filters are changed, and which records the counts beside values are of. */
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import type { Filter, FilterGroups } from '#domain/filter/model.ts';
import { applySearch, findSearch, removeSearch } from '#domain/filter/search.ts';
import { putFilter, removeFilter, type Place } from './edit-groups.ts';

/** How the bar changes its filters. */
export interface FilterEdit {
  readonly remove: (place: Place) => void;
  /**
   * Applies at once, but is one change with the ticks before and after it.
   * @param place among the filters before the first tick
   * @param filter undefined: nothing is ticked any more
   */
  readonly tick: (place: Place, filter: Filter | undefined) => void;
  /** The pointer or the focus is on what would tick this, or with undefined remove the filter. */
  readonly near: (place: Place, filter: Filter | undefined) => void;
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

/** The ticks of one visit to a chip. */
export interface Visit {
  /** The filters before the first tick. */
  readonly before: FilterGroups;
  readonly now: FilterGroups;
}

export const isSame = (a: FilterGroups | undefined, b: FilterGroups | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/**
 * Every tick is one of the filters before the visit: among those that an earlier tick left, others may stand at its place.
 * @param visit undefined: the first tick
 * @param held the bar's filters, and those that a step back brings. Where they are not the visit's, they were changed in another way since,
 *   and another visit begins
 * @returns the visit, and whether it is still the last step: ticks that led back have none
 */
export function goOn(
  visit: Visit | undefined,
  held: { readonly groups: FilterGroups; readonly last: FilterGroups | undefined },
  { place, filter }: { readonly place: Place; readonly filter: Filter | undefined },
): { readonly visit: Visit; readonly joins: boolean } {
  const isOn = visit !== undefined && isSame(visit.now, held.groups);
  const before = isOn ? visit.before : held.groups;
  const now = filter ? putFilter(before, place, filter) : removeFilter(before, place);
  return { visit: { before, now }, joins: isOn && isSame(held.last, before) };
}

/** A chip's popover. What is ticked in it is told when it closes, or goes with its chip. */
export function useVisit(place: Place, edit: FilterEdit) {
  const [begun, setBegun] = useState<{ readonly place: Place; readonly counted: CountedView }>();
  const opened = begun !== undefined;
  const latest = useRef(edit);
  useEffect(() => {
    latest.current = edit;
  });
  useEffect(() => (opened ? () => latest.current.settle() : undefined), [opened]);
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
