/** Keeps path and view state after the `#`, so that hosts need not know the screens' addresses. */
import { useSyncExternalStore } from 'react';
import { paths, PINS_PATH } from './paths.ts';

const listeners = new Set<() => void>();
const notifyListeners = () => listeners.forEach((listener) => listener());

export function subscribeToAddress(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('popstate', notifyListeners);
    addEventListener('hashchange', notifyListeners);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener('popstate', notifyListeners);
    removeEventListener('hashchange', notifyListeners);
  };
}

/** @returns path and search of a hash such as `#/records?period=2026-10`, the search without its `?` */
export function splitHash(hash: string): { readonly path: string; readonly search: string } {
  const { path, search } = splitText(hash);
  return { path: path === PINS_PATH ? paths.overview : path, search };
}

function splitText(hash: string) {
  const text = hash.replace(/^#?\/?/, '/');
  const at = text.indexOf('?');
  return at < 0 ? { path: text, search: '' } : { path: text.slice(0, at), search: text.slice(at + 1) };
}

export const isPinsAddress = (): boolean => splitText(location.hash).path === PINS_PATH;

/** Lets the browser's Back return to the pins rather than the top of the Overview, without changing the screen. */
export function turnToPins(): void {
  const { search } = splitText(location.hash);
  history.replaceState(history.state, '', `#${PINS_PATH}${search && `?${search}`}`);
}

/** The state of an entry in the browser's history, which Back, Forward and a reload restore. */
interface EntryState {
  /** The address, without its `#`, of the screen from which this view was opened as a drill-down. */
  readonly cameFrom: string;
  /** The number of history entries to go back when leaving the drill-down. */
  readonly steps: number;
}

interface NavigateOptions {
  readonly replace?: boolean;
  /** Null if the view is not a drill-down. */
  readonly state?: EntryState | null;
}

/** Changes within a screen stay in its drill-down; another screen opens as a drill-down unless the caller says otherwise. */
export function navigate(to: string, { replace = false, state }: NavigateOptions = {}): void {
  const isSameScreen = splitHash(to).path === splitHash(location.hash).path;
  const next = isSameScreen || replace ? stayInDrillDown(replace) : openDrillDown();
  history[replace ? 'replaceState' : 'pushState'](state === undefined ? next : state, '', `#${to}`);
  notifyListeners();
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this module writes the history's entries
const readEntry = () => history.state as EntryState | null;

function stayInDrillDown(replace: boolean): EntryState | null {
  const entry = readEntry();
  return entry && { ...entry, steps: entry.steps + (replace ? 0 : 1) };
}

const openDrillDown = (): EntryState => ({ cameFrom: location.hash.replace(/^#?\/?/, '/'), steps: 1 });

/** A link inside a screen opens a drill-down even if it leads to the same screen. */
const followLink: typeof navigate = (to, options) => navigate(to, { state: openDrillDown(), ...options });

/** @returns the address from which the current view was opened as a drill-down */
export function cameFrom(): string | undefined {
  return readEntry()?.cameFrom;
}

/** Leaves the drill-down for the view from which it was opened. */
export function leaveDrillDown(): void {
  history.go(-(readEntry()?.steps ?? 0));
}

export const useBackTarget = (): string | undefined => useSyncExternalStore(subscribeToAddress, cameFrom);

export function useHashPath(): [string, typeof navigate] {
  return [useSyncExternalStore(subscribeToAddress, () => splitHash(location.hash).path), followLink];
}

export function useHashSearch(): string {
  return useSyncExternalStore(subscribeToAddress, () => splitHash(location.hash).search);
}

/** The location hooks for wouter's Router, which put its links behind the `#`. */
export const hashRouting = {
  hook: Object.assign(useHashPath, { hrefs: (href: string) => `#${href}` }),
  searchHook: useHashSearch,
};
