/** The state of the screen in its address: the records' view with the chosen list, open or reviewed. Pure but for the hook. */
import { useMemo } from 'react';
import { navigate, splitHash, useHashSearch } from '#ui/routing/hash-location.ts';
import { changeView, formatView, parseView, type ViewState } from '#ui/routing/view-state.ts';

/** Entries of the list beside the checks. */
export const PEOPLE = 'people';
export const BEHAVIOUR = 'behaviour';

export interface CheckView extends ViewState {
  /** A check's id, `people` or `behaviour`; undefined: the one with most at stake. */
  readonly check: string | undefined;
  readonly showsReviewed: boolean;
}

export type ChangeCheckView = (change: Partial<CheckView>, options?: { readonly replace?: boolean }) => void;

export function parseCheckView(search: string): CheckView {
  const given = new URLSearchParams(search);
  return {
    ...parseView(search),
    check: given.get('check') ?? undefined,
    showsReviewed: given.get('show') === 'reviewed',
  };
}

/** @returns the search without `?`. */
export function formatCheckView({ check, showsReviewed, ...view }: CheckView): string {
  const given = new URLSearchParams(formatView(view));
  if (check !== undefined) given.set('check', check);
  if (showsReviewed) given.set('show', 'reviewed');
  return given.toString();
}

/** Another list begins on its first page, among its open findings. */
export function changeCheckView(view: CheckView, change: Partial<CheckView>): CheckView {
  const { check, showsReviewed, ...rest } = change;
  const isOther = 'check' in change || 'showsReviewed' in change;
  return {
    ...(isOther ? { ...view, page: 1 } : view),
    ...(Object.keys(rest).length > 0 ? changeView(view, rest) : {}),
    ...(isOther && { page: 1 }),
    check: 'check' in change ? check : view.check,
    showsReviewed: showsReviewed ?? ('check' in change ? false : view.showsReviewed),
  };
}

export function useCheckView(): [CheckView, ChangeCheckView] {
  const search = useHashSearch();
  const view = useMemo(() => parseCheckView(search), [search]);
  const change = useMemo<ChangeCheckView>(
    () => (changed, options) => {
      const { path, search: current } = splitHash(location.hash);
      const next = formatCheckView(changeCheckView(parseCheckView(current), changed));
      navigate(next === '' ? path : `${path}?${next}`, options);
    },
    [],
  );
  return [view, change];
}
