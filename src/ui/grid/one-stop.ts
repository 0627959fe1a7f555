/** Links and buttons that belong together as one tab stop: arrows move between them, and Tab comes back to the one that was visited last. */
import type { FocusEvent, KeyboardEvent, RefCallback } from 'react';
import { walkFrom } from './walk-cells.ts';

const STOPS = 'a[href], button:not(:disabled)';
/** The one that Tab leads to. An element that has it from the start is the first. */
export const STOP = 'data-stop';
/** Rows moved by Page Up and Page Down. */
const PAGE = 10;

interface OneStop<Box extends HTMLElement> {
  readonly ref: RefCallback<Box>;
  readonly onFocus: (event: FocusEvent<Box>) => void;
  readonly onKeyDown: (event: KeyboardEvent<Box>) => void;
}

/** Attributes of the box around them; in a table each line of it is a row of its own. */
export const oneStop: OneStop<HTMLElement> = {
  ref: (box) => {
    if (!box) return undefined;
    mark(box);
    // What is in it comes and goes with questions of its own, and a button with what it can do.
    const observer = new MutationObserver(() => mark(box));
    observer.observe(box, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    return () => observer.disconnect();
  },
  onFocus: ({ currentTarget, target }) => {
    if (listStops(currentTarget).includes(target)) mark(currentTarget, target);
  },
  onKeyDown: walk,
};

/** Events also come from what is opened over the page, which stands elsewhere in it. */
const listStops = (box: Element) => [...box.querySelectorAll<HTMLElement>(STOPS)];

function mark(box: HTMLElement, wanted?: Element): void {
  const stops = listStops(box);
  const stop = wanted ?? stops.find((each) => each.hasAttribute(STOP)) ?? stops[0];
  for (const each of stops) {
    each.tabIndex = each === stop ? 0 : -1;
    each.toggleAttribute(STOP, each === stop);
  }
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: box, target: from } = event;
  if (event.altKey || !(from instanceof HTMLElement) || !listStops(box).includes(from)) return;
  const lines = [...box.querySelectorAll('tr')];
  const rows = (lines.length === 0 ? [box] : lines).map(listStops).filter((stops) => stops.length > 0);
  const row = rows.findIndex((stops) => stops.includes(from));
  const column = rows[row]?.indexOf(from) ?? 0;
  const columns = Math.max(...rows.map(({ length }) => length));
  const isFar = event.ctrlKey || event.metaKey;
  const to = walkFrom({ row, column }, event.key, isFar, { lastRow: rows.length - 1, columns, page: PAGE });
  if (!to) return;
  event.preventDefault();
  event.stopPropagation();
  const stops = rows[Math.max(0, to.row)] ?? [];
  const next = stops[Math.min(Math.max(0, to.column), stops.length - 1)];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
