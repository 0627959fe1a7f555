/** Remembers the last view of each screen for the lifetime of the page, so that the menu returns to it. */
import { cameFrom, navigate, splitHash } from './hash-location.ts';

const lastSearches = new Map<string, string>();

/** Parameters of drawers, which the menu does not reopen, unlike the browser's Back. */
const drawers = ['cell', 'record'];

/** Remembers the current view, unless it is a drill-down. */
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

/** @returns the address of a screen's last view */
export function toScreenAddress(path: string, current: Place = splitHash(location.hash)): string {
  const isOpen = path === current.path && cameFrom() === undefined;
  const search = isOpen ? current.search : (lastSearches.get(path) ?? '');
  return search === '' ? path : `${path}?${search}`;
}

/** @param address from {@link toScreenAddress} */
export function openScreen(address: string): void {
  navigate(address, { state: null });
}

/** Forgets the views of the previous workspace, whose periods and filters do not apply to another one. */
export function forgetViews(): void {
  lastSearches.clear();
  rememberView(splitHash(location.hash).path, '');
}
