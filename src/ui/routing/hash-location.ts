/** The location after the `#`: path and view state together, so that no host needs to know the screens' addresses. */
import { useSyncExternalStore } from 'react';
import { paths, PINS_PATH } from './paths.ts';

const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());

export function listenToAddress(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('popstate', tell);
    addEventListener('hashchange', tell);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener('popstate', tell);
    removeEventListener('hashchange', tell);
  };
}

/** @returns path and search of a hash like `#/records?period=2026-10`; the search without its `?`. */
export function splitHash(hash: string): { readonly path: string; readonly search: string } {
  const { path, search } = splitText(hash);
  return { path: path === PINS_PATH ? paths.overview : path, search };
}

function splitText(hash: string) {
  const text = hash.replace(/^#?\/?/, '/');
  const at = text.indexOf('?');
  return at < 0 ? { path: text, search: '' } : { path: text.slice(0, at), search: text.slice(at + 1) };
}

/** Whether the address opens the Overview at its pins. */
export const isAtPins = (): boolean => splitText(location.hash).path === PINS_PATH;

/** Lets the browser's Back return to the pins, not to the top of the Overview; the screen stays as it is. */
export function turnToPins(): void {
  const { search } = splitText(location.hash);
  history.replaceState(null, '', `#${PINS_PATH}${search && `?${search}`}`);
}

export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', `#${to}`);
  tell();
}

export function useHashPath(): [string, typeof navigate] {
  return [useSyncExternalStore(listenToAddress, () => splitHash(location.hash).path), navigate];
}

export function useHashSearch(): string {
  return useSyncExternalStore(listenToAddress, () => splitHash(location.hash).search);
}

/** The location hook for wouter's Router; its links then go behind the `#`. */
export const hashRouting = {
  hook: Object.assign(useHashPath, { hrefs: (href: string) => `#${href}` }),
  searchHook: useHashSearch,
};
