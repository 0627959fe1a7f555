/** Keeps the state of the Changes screen in its address: the records' view, the two moments, and the selection in the list. */
import { changeGroups } from '#contract/memory.ts';
import type { ChangeMeasure } from '#domain/reports/bridge/changes.ts';
import { changeParts, type ChangePart } from '#domain/reports/bridge/split.ts';
import { paths } from '#ui/routing/paths.ts';
import {
  changeView,
  emptyView,
  formatView,
  parseView,
  useAddressView,
  type ViewState,
} from '#ui/routing/view-state.ts';

export interface ChangesView extends ViewState {
  /** The earlier moment: a day, a time or a refresh, `#12`; undefined for the screen's default. */
  readonly since: string | undefined;
  /** The later moment; undefined for now. */
  readonly until: string | undefined;
  /** The number of a sent file to compare with, whose conditions replace the view's. */
  readonly file: number | undefined;
  readonly measure: ChangeMeasure | undefined;
  readonly by: (typeof changeGroups)[number];
  readonly currency: string | null | undefined;
  readonly part: ChangePart | undefined;
  /** One client or person; null for records without one. */
  readonly group: string | null | undefined;
}

const measures: readonly ChangeMeasure[] = ['logged', 'billable', 'value'];

export function parseChangesView(search: string): ChangesView {
  const parameters = new URLSearchParams(search);
  const file = Number(parameters.get('file') ?? Number.NaN);
  const nullable = (name: string) => (parameters.has(`no-${name}`) ? null : (parameters.get(name) ?? undefined));
  return {
    ...parseView(search),
    since: parameters.get('since') ?? undefined,
    until: parameters.get('until') ?? undefined,
    file: Number.isInteger(file) ? file : undefined,
    measure: measures.find((measure) => measure === parameters.get('measure')),
    by: changeGroups.find((by) => by === parameters.get('by')) ?? 'client',
    currency: nullable('currency'),
    part: changeParts.find((part) => part === parameters.get('part')),
    group: nullable('group'),
  };
}

/** @returns the search without `?` */
export function formatChangesView(view: ChangesView): string {
  const { since, until, file, measure, by, currency, part, group } = view;
  const parameters = new URLSearchParams(formatView(view));
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
    if (text === null) parameters.set(`no-${name}`, '');
    else if (text !== undefined) parameters.set(name, text);
  }
  return parameters.toString();
}

export type ChangeChangesView = (change: Partial<ChangesView>, options?: { readonly replace?: boolean }) => void;

/** Changes the view. A new list starts on its first page, and new groups reset the chosen one. */
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
  return useAddressView(addressForm);
}

const addressForm = { parse: parseChangesView, format: formatChangesView, apply: changeChangesView };

/** @returns the address of the changes since a moment or a file */
export function toChangesAddress(change: Partial<ChangesView>): string {
  const search = formatChangesView({ ...parseChangesView(''), ...emptyView, ...change });
  return search === '' ? paths.changes : `${paths.changes}?${search}`;
}
