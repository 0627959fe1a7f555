/** The current screen's view state, read from the address and written back to it. */
import type { PresetId } from '#domain/reports/definition/presets.ts';
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

/** A report that comes with the program, over the same records. */
export function addressOfPreset(preset: PresetId, { period, filterGroups, query }: ViewState): string {
  return withParameter(toAddress(paths.reports, { ...emptyView, period, filterGroups, query }), 'preset', preset);
}

/** The review queue at one of its lists, over the same records. */
export function addressOfCheck(check: string | undefined, { period, filterGroups, query }: ViewState): string {
  const address = toAddress(paths.check, { ...emptyView, period, filterGroups, query });
  return check === undefined ? address : withParameter(address, 'check', check);
}

const withParameter = (address: string, name: string, value: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ [name]: value }).toString()}`;
