/** Arrow keys in the records table: up and down move between rows, left and right turn the page. */
import type { KeyboardEvent } from 'react';

export function walkRows(event: KeyboardEvent<HTMLElement>, turn: (step: 1 | -1) => void): void {
  const stop = event.currentTarget;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const stops = [...(stop.closest('tbody') ?? stop).querySelectorAll<HTMLElement>('[data-row]')];
  const to = nextRow(event.key, stops.indexOf(stop), stops.length);
  if (to !== undefined) {
    event.preventDefault();
    stops[to]?.focus();
    stops[to]?.scrollIntoView({ block: 'nearest' });
  } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
    event.preventDefault();
    turn(event.key === 'ArrowRight' ? 1 : -1);
  }
}

/** @returns the row that a key moves to; undefined for other keys. */
export function nextRow(key: string, at: number, rows: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(rows - 1, at + 1);
    case 'ArrowUp':
      return Math.max(0, at - 1);
    case 'Home':
      return 0;
    case 'End':
      return rows - 1;
    default:
      return undefined;
  }
}
