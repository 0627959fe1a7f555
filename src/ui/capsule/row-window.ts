/** Keeps only the rows in the page that can be seen: as many as there are would take minutes. */
import { element } from './dom.ts';

export const ROW_HEIGHT = 28;
/** Rows above and below the visible ones. */
const MARGIN = 20;

export interface RowWindow {
  /** Starts again at the top with other rows. */
  show(count: number): void;
  /** Puts all of them into the page, at most this many, for paper. */
  showAll(most: number): void;
  /** Back to the visible ones. */
  refresh(): void;
}

export function createRowWindow(
  scroller: HTMLElement,
  body: HTMLTableSectionElement,
  toRow: (at: number) => HTMLTableRowElement,
): RowWindow {
  let total = 0;
  let [from, to] = [-1, -1];
  const space = (rows: number) => {
    const row = element('tr', { 'aria-hidden': 'true', class: 'space' });
    row.style.height = `${rows * ROW_HEIGHT}px`;
    return rows === 0 ? [] : [row];
  };
  const put = (first: number, end: number) => {
    if (first === from && end === to) return;
    [from, to] = [first, end];
    const rows = Array.from({ length: end - first }, (_, index) => toRow(first + index));
    body.replaceChildren(...space(first), ...rows, ...space(total - end));
  };
  const refresh = () => {
    const first = Math.floor(scroller.scrollTop / ROW_HEIGHT) - MARGIN;
    const visible = Math.ceil(scroller.clientHeight / ROW_HEIGHT) + 2 * MARGIN;
    // In steps, so that a slow scroll does not build the rows anew for each line.
    const start = Math.max(0, Math.min(first - (first % 10), total - visible));
    put(start, Math.min(total, start + visible + 10));
  };
  scroller.addEventListener('scroll', refresh, { passive: true });
  addEventListener('resize', refresh);
  return {
    show(count) {
      total = count;
      [from, to] = [-1, -1];
      scroller.scrollTop = 0;
      refresh();
    },
    showAll(most) {
      from = -1;
      const rows = Array.from({ length: Math.min(total, most) }, (_, at) => toRow(at));
      body.replaceChildren(...rows);
    },
    refresh() {
      from = -1;
      refresh();
    },
  };
}
