/** Keys that lead from anywhere on a screen to what one goes to most: its table, its search, its filters, its columns. */
import { useEffect, type FocusEvent, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';

/** The attribute by which a control is found; of several on a screen the first. */
export const KEY_ATTRIBUTE = 'data-screen-key';

/** A field takes the focus, a button opens what it opens; `T` goes to the table. */
export const screenKeys = { table: 't', search: '/', filter: 'f', columns: 'c' } as const;
export type ScreenKey = keyof typeof screenKeys;

/** Attributes of the control that a key leads to; of the table's key, the button that unfolds it. */
export function reachedBy(key: ScreenKey): Readonly<Record<string, string>> {
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

/** Leads the focus to a screen's table: its own stop where it is walked by arrows, else the first stop of its lines. */

const TABLES = 'main [role="treegrid"], main table';
const STOPS = '[tabindex="0"], a[href], button:not([tabindex="-1"], :disabled)';

/** @returns false where the screen has no table with a stop, not even a folded one. */
export function focusTable(): boolean {
  if (focusShownTable()) return true;
  const fold = document.querySelector<HTMLElement>(`main [${KEY_ATTRIBUTE}="table"][aria-expanded="false"]`);
  if (!fold) return false;
  flushSync(() => fold.click());
  return focusShownTable();
}

function focusShownTable(): boolean {
  // A report's table goes before the table twin of its chart.
  const tables = [...document.querySelectorAll<HTMLElement>(TABLES)].toSorted(
    (a, b) => Number(b.matches('[role="treegrid"]')) - Number(a.matches('[role="treegrid"]')),
  );
  for (const table of tables) {
    const stop = table.tabIndex === 0 ? table : table.querySelector<HTMLElement>(`tbody :is(${STOPS})`);
    if (!stop) continue;
    stop.focus();
    return true;
  }
  return false;
}

/** Where a key belongs to what has the focus, and not to the screen. */

/** Something takes letters. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isBox = target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type);
  return target.isContentEditable || (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !isBox);
}

/** Something stands over the screen. */
export function isInOverlay(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[role="dialog"], [role="menu"], dialog') !== null;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** A number is typed anew, not added to: its field selects what it holds when it takes the focus, by keyboard and by mouse. */
export const replacedWhenTyped = {
  onFocus: ({ currentTarget }: FocusEvent<Field>) => currentTarget.select(),
  // A press of the mouse puts the caret somewhere after the focus; what is selected by dragging stays.
  onClick: ({ currentTarget, detail }: MouseEvent<Field>) => {
    const isCaret = currentTarget.selectionStart === currentTarget.selectionEnd;
    if (isCaret && detail === 1 && currentTarget.dataset['clicked'] === undefined) currentTarget.select();
    currentTarget.dataset['clicked'] = 'true';
  },
  onBlur: ({ currentTarget }: FocusEvent<Field>) => {
    delete currentTarget.dataset['clicked'];
  },
} as const;
