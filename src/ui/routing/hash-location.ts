/** The location after the `#`: path and view state together, so that no host needs to know the screens' addresses. */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());

function listenTo(listener: () => void): () => void {
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
  const text = hash.replace(/^#?\/?/, '/');
  const at = text.indexOf('?');
  return at < 0 ? { path: text, search: '' } : { path: text.slice(0, at), search: text.slice(at + 1) };
}

export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', `#${to}`);
  tell();
}

export function useHashPath(): [string, typeof navigate] {
  return [useSyncExternalStore(listenTo, () => splitHash(location.hash).path), navigate];
}

export function useHashSearch(): string {
  return useSyncExternalStore(listenTo, () => splitHash(location.hash).search);
}

/** The location hook for wouter's Router; its links then go behind the `#`. */
export const hashRouting = {
  hook: Object.assign(useHashPath, { hrefs: (href: string) => `#${href}` }),
  searchHook: useHashSearch,
};
