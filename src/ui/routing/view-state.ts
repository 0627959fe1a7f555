/** Keeps the view of a screen in its address: period, filters, free text, sort and page. */
import { z } from 'zod';
import { useCallback, useMemo } from 'react';
import { filterGroupsSchema, type FilterGroups } from '#domain/filter/model.ts';
import { isPeriod } from '../period/view-period.ts';
import { MAX_SORTS, type SortOrder } from '#domain/records/sort-order.ts';
import type { PresetId } from '#domain/reports/definition/presets.ts';
import { navigate, splitHash, useHashSearch } from './hash-location.ts';
import { paths } from './paths.ts';

export interface ViewState {
  /** As typed or chosen; undefined for the screen's default. */
  readonly period: string | undefined;
  readonly filterGroups: FilterGroups;
  readonly query: string;
  /** The figure whose records the filters select, such as `Claire Dubois · Week 44`. */
  readonly figure: string | undefined;
  /** Each order breaks the ties of those before it; undefined for the screen's default. */
  readonly sort: readonly SortOrder[] | undefined;
  /** Counted from 1. */
  readonly page: number;
  /** The record whose details are open. */
  readonly record: string | undefined;
  /** Whether the service is queried live. Opening such an address sends no request yet. */
  readonly live: boolean;
}

export const emptyView: ViewState = {
  period: undefined,
  filterGroups: [],
  query: '',
  figure: undefined,
  sort: undefined,
  page: 1,
  record: undefined,
  live: false,
};

const pageSchema = z.coerce.number().int().min(1);

/** Parses the search of an address, and skips unreadable parts, so that old links still open. */
export function parseView(search: string): ViewState {
  const parameters = new URLSearchParams(search);
  const page = pageSchema.safeParse(parameters.get('page') ?? '1');
  return {
    period: parameters.get('period') ?? undefined,
    filterGroups: parseFilters(parameters.get('filter') ?? '[]') ?? [],
    query: parameters.get('query') ?? '',
    figure: parameters.get('figure') ?? undefined,
    sort: readSort(parameters.get('sort')),
    page: page.success ? page.data : 1,
    record: parameters.get('record') ?? undefined,
    live: parameters.get('live') === 'yes',
  };
}

/** @returns the search without `?` and without defaults, so that equal views have equal addresses */
export function formatView(view: ViewState): string {
  const entries: [string, string][] = [];
  if (view.period !== undefined) entries.push(['period', view.period]);
  if (view.filterGroups.length > 0) entries.push(['filter', JSON.stringify(view.filterGroups)]);
  if (view.query !== '') entries.push(['query', view.query]);
  if (view.figure !== undefined) entries.push(['figure', view.figure]);
  if (view.sort && view.sort.length > 0) entries.push(['sort', view.sort.map(formatOrder).join(',')]);
  if (view.page > 1) entries.push(['page', String(view.page)]);
  if (view.record !== undefined) entries.push(['record', view.record]);
  if (view.live) entries.push(['live', 'yes']);
  return new URLSearchParams(entries).toString();
}

/** Resets the page and the figure if the change selects other records. Opening a record keeps the page. */
export function changeView(view: ViewState, change: Partial<ViewState>): ViewState {
  const sameRecords = Object.keys(change).every((key) => key === 'page' || key === 'record' || key === 'live');
  const sameFigure = change.filterGroups === undefined || 'figure' in change;
  return { ...view, ...(sameRecords ? {} : { page: 1 }), ...(sameFigure ? {} : { figure: undefined }), ...change };
}

/** Whether the filter of an address is unreadable, so that the screen shows more records than intended. */
export function hasUnreadableFilter(search: string): boolean {
  const text = new URLSearchParams(search).get('filter');
  return text !== null && parseFilters(text) === undefined;
}

/** @returns an address's period that does not exist; undefined if the address has none or a valid one */
export function findUnreadablePeriod(search: string): string | undefined {
  const text = new URLSearchParams(search).get('period');
  return text === null || text === '' || isPeriod(text) ? undefined : text;
}

function parseFilters(text: string): FilterGroups | undefined {
  try {
    return filterGroupsSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

const formatOrder = ({ propertyName, direction }: SortOrder): string =>
  `${propertyName}:${direction === 'ASCENDING' ? 'asc' : 'desc'}`;

function readSort(text: string | null): readonly SortOrder[] | undefined {
  const orders = (text ?? '').split(',').slice(0, MAX_SORTS).flatMap(readOrder);
  return orders.length === 0 ? undefined : orders;
}

function readOrder(text: string): SortOrder[] {
  const match = /^(\w+):(asc|desc)$/.exec(text);
  if (!match?.[1]) return [];
  return [{ propertyName: match[1], direction: match[2] === 'asc' ? 'ASCENDING' : 'DESCENDING' }];
}

export type ChangeView = (change: Partial<ViewState>, options?: { readonly replace?: boolean }) => void;

/** The current screen's view state, read from the address and written back to it. */
export function useView(): [ViewState, ChangeView] {
  return useAddressView(viewAddress);
}

const viewAddress: AddressForm<ViewState> = { parse: parseView, format: formatView, apply: changeView };

/** How an address states a view, and what a change of the view changes in it. */
interface AddressForm<View> {
  readonly parse: (search: string) => View;
  /** @returns the search without `?` */
  readonly format: (view: View) => string;
  readonly apply: (view: View, change: Partial<View>) => View;
}

/** @param form the same at each rendering */
export function useAddressView<View>(
  form: AddressForm<View>,
): [View, (change: Partial<View>, options?: { readonly replace?: boolean }) => void] {
  const search = useHashSearch();
  const view = useMemo(() => form.parse(search), [form, search]);
  const change = useCallback(
    (changed: Partial<View>, options?: { readonly replace?: boolean }) => {
      const { path, search: current } = splitHash(location.hash);
      const next = form.format(form.apply(form.parse(current), changed));
      navigate(next === '' ? path : `${path}?${next}`, options);
    },
    [form],
  );
  return [view, change];
}

/** @returns a path such as `/records` with a view, for links and drill-downs */
export function toAddress(path: string, view: ViewState): string {
  const search = formatView(view);
  return search === '' ? path : `${path}?${search}`;
}

/** @returns the address of a preset report over the same records */
export function toPresetAddress(preset: PresetId, { period, filterGroups, query }: ViewState): string {
  return withParameter(toAddress(paths.reports, { ...emptyView, period, filterGroups, query }), 'preset', preset);
}

/** @returns the address of the review queue, at one check's list, over the same records */
export function toCheckAddress(check: string | undefined, { period, filterGroups, query }: ViewState): string {
  const address = toAddress(paths.check, { ...emptyView, period, filterGroups, query });
  return check === undefined ? address : withParameter(address, 'check', check);
}

const withParameter = (address: string, name: string, value: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ [name]: value }).toString()}`;
