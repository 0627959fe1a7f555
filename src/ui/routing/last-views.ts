/** Remembers how each screen's own controls left it, so that the menu returns to that view. Lives as long as the page. */
import { cameFrom, navigate, splitHash } from './hash-location.ts';

const left = new Map<string, string>();

/** What is opened over a screen: who comes back by the menu begins without it; the browser's Back opens it again. */
const opened = ['cell', 'record'];

/** Records the current screen's address; called whenever it changes. A drill-down is a place of its own and leaves the screen as it was. */
export function rememberView(path: string, search: string): void {
  if (cameFrom() === undefined) left.set(path, withoutOpened(search));
}

function withoutOpened(search: string): string {
  const parts = new URLSearchParams(search);
  if (!opened.some((name) => parts.has(name))) return search;
  for (const name of opened) parts.delete(name);
  return parts.toString();
}

interface Place {
  readonly path: string;
  readonly search: string;
}

/** @returns the address that opens a screen as its own controls left it */
export function addressOfScreen(path: string, current: Place = splitHash(location.hash)): string {
  const isOpen = path === current.path && cameFrom() === undefined;
  const search = isOpen ? current.search : (left.get(path) ?? '');
  return search === '' ? path : `${path}?${search}`;
}

/** @param address of {@link addressOfScreen} */
export function openScreen(address: string): void {
  navigate(address, { state: null });
}

/** Another workspace's periods and filters mean nothing here. */
export function forgetViews(): void {
  left.clear();
  rememberView(splitHash(location.hash).path, '');
}
