/** The current screen's view state, read from the address and written back to it. */
import { useCallback, useMemo } from 'react';
import { navigate, splitHash, useHashSearch } from './hash-location.ts';
import { changeView, formatView, parseView, type ViewState } from './view-state.ts';

export type ChangeView = (change: Partial<ViewState>, options?: { readonly replace?: boolean }) => void;

export function useView(): [ViewState, ChangeView] {
  const search = useHashSearch();
  const view = useMemo(() => parseView(search), [search]);
  const change = useCallback<ChangeView>((changed, options) => {
    const { path, search: current } = splitHash(location.hash);
    navigate(addressOf(path, changeView(parseView(current), changed)), options);
  }, []);
  return [view, change];
}

/** `/records` with a view state, for links and drill-downs. */
export function addressOf(path: string, view: ViewState): string {
  const search = formatView(view);
  return search === '' ? path : `${path}?${search}`;
}
