/** Makes a group of links and buttons one tab stop: arrows move between them, and Tab returns to the last visited one. */
import type { FocusEvent, KeyboardEvent, RefCallback } from 'react';
import { findNextCell } from './walk-cells.ts';

const STOPS = 'a[href], button:not(:disabled)';
/** The attribute of the element that Tab reaches; the page may set it for the first visit. */
export const TAB_STOP = 'data-stop';
/** The number of rows that Page Up and Page Down move by. */
const PAGE = 10;

interface RovingTabIndex<Box extends HTMLElement> {
  readonly ref: RefCallback<Box>;
  readonly onFocus: (event: FocusEvent<Box>) => void;
  readonly onKeyDown: (event: KeyboardEvent<Box>) => void;
}

/** The attributes of the box around the links and buttons. In a table, up and down move between its rows. */
export const rovingTabIndex: RovingTabIndex<HTMLElement> = {
  ref: (box) => {
    if (!box) return undefined;
    markStop(box);
    // The content changes independently of the box, and buttons are enabled and disabled.
    const observer = new MutationObserver(() => markStop(box));
    observer.observe(box, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    return () => observer.disconnect();
  },
  // React also delivers events of dialogs that the box opens, which are not inside it.
  onFocus: ({ currentTarget, target }) => {
    if (listStops(currentTarget).includes(target)) markStop(currentTarget, target);
  },
  onKeyDown: moveFocus,
};

const listStops = (box: Element) => [...box.querySelectorAll<HTMLElement>(STOPS)];

function markStop(box: HTMLElement, focused?: Element): void {
  const stops = listStops(box);
  const marked = focused ?? stops.find((stop) => stop.hasAttribute(TAB_STOP)) ?? stops[0];
  for (const stop of stops) {
    const tabIndex = stop === marked ? '0' : '-1';
    // Writing an attribute, even with the same value, recomputes the element's style.
    if (stop.getAttribute('tabindex') !== tabIndex) stop.setAttribute('tabindex', tabIndex);
    stop.toggleAttribute(TAB_STOP, stop === marked);
  }
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: box, target: from } = event;
  if (event.altKey || !(from instanceof HTMLElement) || !listStops(box).includes(from)) return;
  const lines = [...box.querySelectorAll('tr')];
  const rows = (lines.length === 0 ? [box] : lines).map(listStops).filter((stops) => stops.length > 0);
  const row = rows.findIndex((stops) => stops.includes(from));
  const column = rows[row]?.indexOf(from) ?? 0;
  const columns = Math.max(...rows.map(({ length }) => length));
  const hasModifier = event.ctrlKey || event.metaKey;
  const to = findNextCell({ row, column }, event.key, hasModifier, { lastRow: rows.length - 1, columns, page: PAGE });
  if (!to) return;
  event.preventDefault();
  event.stopPropagation();
  const stops = rows[Math.max(0, to.row)] ?? [];
  const next = stops[Math.min(Math.max(0, to.column), stops.length - 1)];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
