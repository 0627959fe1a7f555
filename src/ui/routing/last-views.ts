/** Remembers, as long as the page lives, how each screen's own controls left it, so that the menu returns to that view. */
import { cameFrom, navigate, splitHash } from './hash-location.ts';

const lastSearches = new Map<string, string>();

/** Parameters of drawers, which the menu does not open again; the browser's Back does. */
const drawers = ['cell', 'record'];

/** Remembers the address of the current screen whenever it changes. A drill-down leaves the remembered view as it was. */
export function rememberView(path: string, search: string): void {
  if (cameFrom() === undefined) lastSearches.set(path, withoutDrawers(search));
}

function withoutDrawers(search: string): string {
  const parameters = new URLSearchParams(search);
  if (!drawers.some((name) => parameters.has(name))) return search;
  for (const name of drawers) parameters.delete(name);
  return parameters.toString();
}

interface Place {
  readonly path: string;
  readonly search: string;
}

/** @returns the address that opens a screen as its own controls left it */
export function addressOfScreen(path: string, current: Place = splitHash(location.hash)): string {
  const isOpen = path === current.path && cameFrom() === undefined;
  const search = isOpen ? current.search : (lastSearches.get(path) ?? '');
  return search === '' ? path : `${path}?${search}`;
}

/** @param address of {@link addressOfScreen} */
export function openScreen(address: string): void {
  navigate(address, { state: null });
}

/** Forgets the views of a workspace that is left, whose periods and filters mean nothing in another one. */
export function forgetViews(): void {
  lastSearches.clear();
  rememberView(splitHash(location.hash).path, '');
}
