/** The state of the screen in its address: the records' view with the two moments, and what the list is narrowed to. Pure but for the hook. */
import { useMemo } from 'react';
import { changeGroups } from '#contract/memory.ts';
import type { ChangeMeasure } from '#domain/reports/bridge/changes.ts';
import { changeParts, type ChangePart } from '#domain/reports/bridge/split.ts';
import { navigate, splitHash, useHashSearch } from '#ui/routing/hash-location.ts';
import { paths } from '#ui/routing/paths.ts';
import { changeView, emptyView, formatView, parseView, type ViewState } from '#ui/routing/view-state.ts';

export type ChangesBy = (typeof changeGroups)[number];

export interface ChangesView extends ViewState {
  /** The earlier moment: a day, a time or a refresh, `#12`; undefined: the screen's own. */
  readonly since: string | undefined;
  /** The later one; undefined: now. */
  readonly until: string | undefined;
  /** A sent file that is compared with; its conditions take the place of the view's. */
  readonly file: number | undefined;
  readonly measure: ChangeMeasure | undefined;
  readonly by: ChangesBy;
  readonly currency: string | null | undefined;
  readonly part: ChangePart | undefined;
  /** One client or person of `by`; null: none. */
  readonly group: string | null | undefined;
}

const measures: readonly ChangeMeasure[] = ['logged', 'billable', 'value'];

export function parseChangesView(search: string): ChangesView {
  const given = new URLSearchParams(search);
  const file = Number(given.get('file') ?? Number.NaN);
  const nullable = (name: string) => (given.has(`no-${name}`) ? null : (given.get(name) ?? undefined));
  return {
    ...parseView(search),
    since: given.get('since') ?? undefined,
    until: given.get('until') ?? undefined,
    file: Number.isInteger(file) ? file : undefined,
    measure: measures.find((measure) => measure === given.get('measure')),
    by: changeGroups.find((by) => by === given.get('by')) ?? 'client',
    currency: nullable('currency'),
    part: changeParts.find((part) => part === given.get('part')),
    group: nullable('group'),
  };
}

/** @returns the search without `?` */
export function formatChangesView(view: ChangesView): string {
  const { since, until, file, measure, by, currency, part, group } = view;
  const given = new URLSearchParams(formatView(view));
  const texts = {
    since,
    until,
    file: file?.toString(),
    measure,
    currency,
    part,
    group,
    by: by === 'client' ? undefined : by,
  };
  for (const [name, text] of Object.entries(texts)) {
    if (text === null) given.set(`no-${name}`, '');
    else if (text !== undefined) given.set(name, text);
  }
  return given.toString();
}

export type ChangeChangesView = (change: Partial<ChangesView>, options?: { readonly replace?: boolean }) => void;

/** Other records, or another part of them, begin on their first page; other groups are none of those that were chosen. */
function changeChangesView(view: ChangesView, change: Partial<ChangesView>): ChangesView {
  const isPage = Object.keys(change).every((name) => name === 'page');
  return {
    ...view,
    ...(isPage ? {} : { page: 1 }),
    ...('by' in change ? { group: undefined } : {}),
    ...changeView({ ...view, ...change }, change),
    ...change,
  };
}

export function useChangesView(): [ChangesView, ChangeChangesView] {
  const search = useHashSearch();
  const view = useMemo(() => parseChangesView(search), [search]);
  const change = useMemo<ChangeChangesView>(
    () => (changed, options) => {
      const { path, search: current } = splitHash(location.hash);
      const next = formatChangesView(changeChangesView(parseChangesView(current), changed));
      navigate(next === '' ? path : `${path}?${next}`, options);
    },
    [],
  );
  return [view, change];
}

/** What changed since a moment or a file, over the records of a view. */
export function addressOfChanges(change: Partial<ChangesView>): string {
  const search = formatChangesView({ ...parseChangesView(''), ...emptyView, ...change });
  return search === '' ? paths.changes : `${paths.changes}?${search}`;
}
