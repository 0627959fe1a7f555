/** Keys that lead from anywhere on a screen to what one goes to most: its table, its search, its filters, its columns. */
import { useEffect } from 'react';
import { focusTable } from './focus-table.ts';
import { isInOverlay, isTyping } from './typing.ts';

/** The attribute by which a control is found; of several on a screen the first. */
export const KEY_ATTRIBUTE = 'data-screen-key';

/** A field takes the focus, a button opens what it opens; `T` goes to the table. */
export const screenKeys = { table: 't', search: '/', filter: 'f', columns: 'c' } as const;
export type ScreenKey = keyof typeof screenKeys;

/** Attributes of the control that a key leads to. */
export function reachedBy(key: Exclude<ScreenKey, 'table'>): Readonly<Record<string, string>> {
  return { [KEY_ATTRIBUTE]: key, 'aria-keyshortcuts': screenKeys[key] };
}

/** Listens once for all screens. */
export function useScreenKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
      if (!isPlain || isTyping(event.target) || isInOverlay(event.target)) return;
      const key = findKey(event.key.toLowerCase());
      if (key !== undefined && goTo(key)) event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

const names = ['table', 'search', 'filter', 'columns'] as const satisfies readonly ScreenKey[];

function findKey(pressed: string): ScreenKey | undefined {
  return names.find((each) => screenKeys[each] === pressed);
}

/** @returns false where the screen has no such place. */
function goTo(key: ScreenKey): boolean {
  if (key === 'table') return focusTable();
  const target = document.querySelector<HTMLElement>(`main [${KEY_ATTRIBUTE}="${key}"]`);
  if (!target) return false;
  target.focus();
  if (target instanceof HTMLInputElement) target.select();
  else target.click();
  return true;
}
