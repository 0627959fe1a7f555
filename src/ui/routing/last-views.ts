/** Remembers how each screen was left, so that the menu returns to the same view. Lives as long as the page. */
import { splitHash } from './hash-location.ts';
import { paths } from './paths.ts';
import { toAddress, parseView, type ViewState } from './view-state.ts';

const left = new Map<string, string>();

/** These show the same records: period, filters and free text are carried over from one to the other. */
const related: ReadonlySet<string> = new Set([paths.overview, paths.records]);
let lastRelated = '';

/** What is opened over a screen: who comes back by the menu begins without it; the browser's Back opens it again. */
const opened = ['cell', 'record'];

/** Records the current screen's address; called whenever it changes. */
export function rememberView(path: string, search: string): void {
  left.set(path, withoutOpened(search));
  if (related.has(path)) lastRelated = search;
}

function withoutOpened(search: string): string {
  const parts = new URLSearchParams(search);
  if (!opened.some((each) => parts.has(each))) return search;
  for (const each of opened) parts.delete(each);
  return parts.toString();
}

interface Place {
  readonly path: string;
  readonly search: string;
}

/** @returns the address that opens a screen as it was left, with the current period and filters. */
export function addressOfScreen(path: string, current: Place = splitHash(location.hash)): string {
  const search = path === current.path ? current.search : (left.get(path) ?? '');
  if (!related.has(path)) return search === '' ? path : `${path}?${search}`;
  return toAddress(
    path,
    takeRecordsView(parseView(search), parseView(related.has(current.path) ? current.search : lastRelated)),
  );
}

/** Another workspace's periods and filters mean nothing here. */
export function forgetViews(): void {
  left.clear();
  lastRelated = '';
  rememberView(splitHash(location.hash).path, '');
}

/** Sort and page stay; other records begin on their first page. */
function takeRecordsView(own: ViewState, shown: ViewState): ViewState {
  const { period, filterGroups, query, figure } = shown;
  const isSame =
    own.period === period && own.query === query && JSON.stringify(own.filterGroups) === JSON.stringify(filterGroups);
  return isSame ? own : { ...own, period, filterGroups, query, figure, page: 1, record: undefined };
}
