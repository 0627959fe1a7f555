/** Remembers how each screen was left, so that the menu leads back to the same view. Lives as long as the page. */
import { splitHash } from './hash-location.ts';

const left = new Map<string, string>();

/** Notes the current screen's address; called whenever it changes. */
export function rememberView(path: string, search: string): void {
  left.set(path, search);
}

/** @returns the address that opens a screen as it was left. */
export function addressOfScreen(path: string): string {
  const search = left.get(path) ?? '';
  return search === '' ? path : `${path}?${search}`;
}

/** Another workspace's periods and filters mean nothing here. */
export function forgetViews(): void {
  left.clear();
  rememberView(splitHash(location.hash).path, '');
}
