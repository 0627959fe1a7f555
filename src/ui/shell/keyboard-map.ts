/** Whether the keyboard map is open: the commands open it, too. */
import { useSyncExternalStore } from 'react';

let isOpen = false;
const listeners = new Set<() => void>();

export function setKeyboardMapOpen(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useKeyboardMap(): { readonly isOpen: boolean; readonly setOpen: (next: boolean) => void } {
  return { isOpen: useSyncExternalStore(subscribe, () => isOpen), setOpen: setKeyboardMapOpen };
}
