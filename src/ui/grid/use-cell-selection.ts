/** Selects cells of a table: arrows move, with Shift or by dragging they select, Ctrl+A takes all, Escape none; S sorts, P opens the page of a name. */
import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import { navigate } from '../routing/hash-location.ts';
import { walkFrom, type Place } from './walk-cells.ts';
import { isColumnIn, isSeveral, selectedIn, toRectangle, type CellRange, type Rectangle } from './cell-range.ts';

export interface SelectableCells {
  /** Changes where a place is another cell than before. */
  readonly of: string;
  /** How many can be walked to, totals among them. */
  readonly rows: number;
  readonly columns: number;
  readonly seen: { readonly first: number; readonly last: number };
  /** Where the keyboard starts; the table's head can be walked to as well. Without it the keyboard is at no cell at first. */
  readonly start?: Place;
  readonly showCell: (place: Place) => void;
  /** @param target what was clicked or has the focus */
  readonly onOpen: (place: Place, target?: EventTarget) => void;
  readonly onCopy: (cells: Rectangle) => void;
  /** The page of the person or client that a cell names: P opens it, and a click on the name, which is marked by `data-page`. */
  readonly addressOf: (place: Place) => string | undefined;
  /** @returns whether the key is one of the table's own. */
  readonly onKey?: (event: KeyboardEvent, place: Place) => boolean;
}

export interface CellSelection {
  /** Where the keyboard is. */
  readonly active: Place | undefined;
  /** Undefined where not more than a cell is selected. */
  readonly selected: Rectangle | undefined;
  /** What a row shows of both, as one text, so that an unchanged row is not drawn again. */
  readonly markOf: (row: number) => string | undefined;
  /** Opens the row below or above the one that the keyboard is at; undefined: it is at none. */
  readonly step: ((by: 1 | -1) => void) | undefined;
  readonly handlers: {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onMouseDown: (event: MouseEvent) => void;
    readonly onMouseOver: (event: MouseEvent) => void;
    readonly onClick: (event: MouseEvent) => void;
  };
}

export function useCellSelection(cells: SelectableCells): CellSelection {
  const { of, rows, columns, seen, start, showCell, onOpen, onCopy, onKey, addressOf } = cells;
  const [kept, setKept] = useState<Kept>();
  const isKept = kept && (kept.of === of || kept.isSorted);
  const range = isKept ? kept.range : start && { anchor: start, head: start };
  const selected = range && isSeveral(range) ? toRectangle(range, columns) : undefined;
  const select = (head: Place, anchor: Place) => setKept({ of, range: { anchor, head } });
  const move = (head: Place, isExtended: boolean) => select(head, isExtended ? (range?.anchor ?? head) : head);

  const openPage = (place: Place | undefined): boolean => {
    const address = place && addressOf(place);
    if (address !== undefined) navigate(address);
    return address !== undefined;
  };
  const press = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLTableElement) || rows === 0) return;
    if (range && onKey?.(event, range.head)) {
      event.preventDefault();
      return;
    }
    if (event.altKey) return;
    const isFar = event.ctrlKey || event.metaKey;
    const key = isFar ? event.key.toLowerCase() : event.key;
    if (key === 'Enter' && range) onOpen(range.head, event.target);
    else if (!isFar && key.toLowerCase() === 'p') {
      if (!openPage(range?.head)) return;
    } else if (key === 'Escape' && selected) move(range?.head ?? { row: 0, column: -1 }, false);
    else if (!isFar && key.toLowerCase() === 's') {
      if (!range || !sortBy(event.target, range.head.column, event.shiftKey)) return;
      // In another order the cell is another one: the keyboard stays in its column.
      const top = { row: 0, column: range.head.column };
      setKept({ of, range: { anchor: top, head: top }, isSorted: true });
      showCell(top);
    } else if (isFar && key === 'a') select({ row: rows - 1, column: columns - 1 }, { row: 0, column: -1 });
    else if (isFar && key === 'c' && range) onCopy(toRectangle(range, columns));
    else {
      const next = walkFrom(range?.head ?? { row: seen.first - 1, column: -1 }, event.key, isFar, {
        lastRow: rows - 1,
        columns,
        page: Math.max(1, seen.last - seen.first),
      });
      if (!next) return;
      const place = start ? next : { ...next, row: Math.max(0, next.row) };
      move(place, event.shiftKey);
      showCell(place);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    active: range?.head,
    selected,
    markOf: (row) => {
      const columns = selectedIn(selected, row);
      const column = range?.head.row === row ? range.head.column : undefined;
      return columns === undefined && column === undefined ? undefined : `${column ?? ''} ${columns ?? ''}`;
    },
    step:
      range &&
      ((by) => {
        const { row, column } = range.head;
        const place = { row: Math.max(0, Math.min(rows - 1, row + by)), column };
        move(place, false);
        showCell(place);
        onOpen(place);
      }),
    handlers: {
      onKeyDown: press,
      onMouseDown: (event) => {
        const place = placeOf(event.target);
        if (!place || event.button !== 0) return;
        move(place, event.shiftKey);
        // Dragging selects cells, not their text.
        event.preventDefault();
        if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus({ preventScroll: true });
      },
      onMouseOver: (event) => {
        const place = event.buttons === 1 ? placeOf(event.target) : undefined;
        if (place && range) select(place, range.anchor);
      },
      onClick: (event) => {
        const place = placeOf(event.target);
        if (!place || selected || event.shiftKey) return;
        const isName = event.target instanceof Element && event.target.closest('[data-page]') !== null;
        if (!isName || !openPage(place)) onOpen(place, event.target);
      },
    },
  };
}

/** The id of a cell, by which the table names the one that the keyboard is at. */
export function idOfCell(row: number, column: number): string {
  return `cell-${row}-${column}`;
}

/** Attributes of a cell that the keyboard is at, or that is selected. */
export function cellMarks(mark: string | undefined, column: number) {
  const [active, selected] = mark?.split(' ') ?? [];
  return {
    'data-active': active === String(column) || undefined,
    'aria-selected': isColumnIn(selected, column) || undefined,
  };
}

interface Kept {
  readonly of: string;
  readonly range: CellRange;
  /** The order was changed from here, which keeps the place in the next question. */
  readonly isSorted?: boolean;
}

/** Does what a click on the column's head does, with Shift as well. @returns false on a row's number */
function sortBy(table: HTMLTableElement, column: number, shiftKey: boolean): boolean {
  const head = column < 0 ? undefined : table.tHead?.rows[0]?.cells[column + 1]?.querySelector('button');
  if (!head) return false;
  head.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }));
  return true;
}

/** @returns the place of the cell that was clicked, by its attributes; undefined for the edge of a head, which is dragged. */
function placeOf(target: EventTarget): Place | undefined {
  if (!(target instanceof Element) || target.closest('[data-handle]')) return undefined;
  const cell = target.closest<HTMLElement>('[data-column]');
  const row = cell?.closest<HTMLElement>('[data-row]');
  return cell && row ? { row: Number(row.dataset['row']), column: Number(cell.dataset['column']) } : undefined;
}
