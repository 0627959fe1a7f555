/** Leads the focus to a screen's table: its own stop where it is walked by arrows, else the first stop of its lines. */

const TABLES = 'main [role="treegrid"], main table';
const STOPS = '[tabindex="0"], a[href], button:not([tabindex="-1"], :disabled)';

/** @returns false where the screen shows no table with a stop. */
export function focusTable(): boolean {
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
