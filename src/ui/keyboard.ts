/** Keys that lead from anywhere on a screen to its table, its search, its filters and its columns. */
import { useEffect, type FocusEvent, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';

/** Marks the control to which a key leads; if a screen has more than one, the first is used. */
export const KEY_ATTRIBUTE = 'data-screen-key';

/** A key puts the focus into a field, presses a button, or goes to the table. */
export const screenKeys = { table: 't', search: '/', filter: 'f', columns: 'c' } as const;
export type ScreenKey = keyof typeof screenKeys;

/** @returns the attributes of the control to which a key leads; for the table's key, of the button that unfolds the table */
export function describeScreenKey(key: ScreenKey): Readonly<Record<string, string>> {
  return { [KEY_ATTRIBUTE]: key, 'aria-keyshortcuts': screenKeys[key] };
}

/** Listens once for all screens. */
export function useScreenKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
      if (!isPlain || isTyping(event.target) || isInOverlay(event.target)) return;
      const key = names.find((name) => screenKeys[name] === event.key.toLowerCase());
      if (key !== undefined && goTo(key)) event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

const names = ['table', 'search', 'filter', 'columns'] as const satisfies readonly ScreenKey[];

/** @returns false if the screen has no such control */
function goTo(key: ScreenKey): boolean {
  if (key === 'table') return focusTable();
  const target = document.querySelector<HTMLElement>(`main [${KEY_ATTRIBUTE}="${key}"]`);
  if (!target) return false;
  target.focus();
  if (target instanceof HTMLInputElement) target.select();
  else target.click();
  return true;
}

/** Focuses the screen itself: the next Tab leads to its first control. */
export function focusContent(): void {
  document.getElementById('content')?.focus();
}

const TABLES = 'main [role="treegrid"], main table';
const CONTROLS = '[tabindex="0"], a[href], button:not([tabindex="-1"], :disabled)';

/**
 * Focuses a screen's table: the table itself if arrow keys walk its cells, else the first control in its lines.
 * @returns false if the screen has no table with a control, not even a collapsed one
 */
export function focusTable(): boolean {
  if (focusShownTable()) return true;
  const toggle = document.querySelector<HTMLElement>(`main [${KEY_ATTRIBUTE}="table"][aria-expanded="false"]`);
  if (!toggle) return false;
  flushSync(() => toggle.click());
  return focusShownTable();
}

function focusShownTable(): boolean {
  // A report's own table comes before the table of its chart.
  const tables = [...document.querySelectorAll<HTMLElement>(TABLES)].toSorted(
    (a, b) => Number(b.matches('[role="treegrid"]')) - Number(a.matches('[role="treegrid"]')),
  );
  for (const table of tables) {
    const control = table.tabIndex === 0 ? table : table.querySelector<HTMLElement>(`tbody :is(${CONTROLS})`);
    if (!control) continue;
    control.focus();
    return true;
  }
  return false;
}

/** Whether keys are typed into the target, and do not belong to the screen. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isBox = target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type);
  return target.isContentEditable || (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !isBox);
}

/** Whether the target is in a dialog or a menu over the screen. */
export function isInOverlay(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[role="dialog"], [role="menu"], dialog') !== null;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Selects a field's text when it takes the focus, by keyboard or by mouse: people replace a number rather than add to it. */
export const selectOnFocus = {
  onFocus: ({ currentTarget }: FocusEvent<Field>) => currentTarget.select(),
  // The mouse sets the caret after the focus; a selection made by dragging stays.
  onClick: ({ currentTarget, detail }: MouseEvent<Field>) => {
    const isCaret = currentTarget.selectionStart === currentTarget.selectionEnd;
    if (isCaret && detail === 1 && currentTarget.dataset['clicked'] === undefined) currentTarget.select();
    currentTarget.dataset['clicked'] = 'true';
  },
  onBlur: ({ currentTarget }: FocusEvent<Field>) => {
    delete currentTarget.dataset['clicked'];
  },
} as const;
