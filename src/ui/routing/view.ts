/** The current screen's view state, read from the address and written back to it. */
import { useCallback, useMemo } from 'react';
import { navigate, splitHash, useHashSearch } from './hash-location.ts';
import { paths } from './paths.ts';
import { changeView, emptyView, formatView, parseView, type ViewState } from './view-state.ts';

export type ChangeView = (change: Partial<ViewState>, options?: { readonly replace?: boolean }) => void;

export function useView(): [ViewState, ChangeView] {
  const search = useHashSearch();
  const view = useMemo(() => parseView(search), [search]);
  const change = useCallback<ChangeView>((changed, options) => {
    const { path, search: current } = splitHash(location.hash);
    navigate(toAddress(path, changeView(parseView(current), changed)), options);
  }, []);
  return [view, change];
}

/** `/records` with a view state, for links and drill-downs. */
export function toAddress(path: string, view: ViewState): string {
  const search = formatView(view);
  return search === '' ? path : `${path}?${search}`;
}

/** The review queue at one of its lists, over the same records. */
export function addressOfCheck(check: string | undefined, { period, filterGroups, query }: ViewState): string {
  const address = toAddress(paths.check, { ...emptyView, period, filterGroups, query });
  if (check === undefined) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ check }).toString()}`;
}
