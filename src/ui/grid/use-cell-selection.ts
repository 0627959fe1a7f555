/** Selects cells of a table: arrows move, Shift or dragging extends, Ctrl+A selects all, Escape none; S sorts, P opens the page of a name. */
import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import { navigate } from '../routing/hash-location.ts';
import { walkFrom, type Place } from './walk-cells.ts';
import { isColumnIn, isSeveral, selectedIn, toRectangle, type CellRange, type Rectangle } from './cell-range.ts';

export interface SelectableCells {
  /** A key that changes when a place stands for another cell than before. */
  readonly of: string;
  /** How many rows can be walked to, totals among them. */
  readonly rows: number;
  readonly columns: number;
  readonly seen: { readonly first: number; readonly last: number };
  /** Where the keyboard starts, in a table whose head can be walked to. Without it the keyboard is at no cell at first. */
  readonly start?: Place;
  readonly showCell: (place: Place) => void;
  /** @param target the element that was clicked or has the focus */
  readonly onOpen: (place: Place, target?: EventTarget) => void;
  readonly onCopy: (cells: Rectangle) => void;
  /** @returns the page of the person or client that a cell names, which P opens, or a click on the name with `data-page` */
  readonly chooseAddress: (place: Place) => string | undefined;
  /** @returns whether the table handled the key itself */
  readonly onKey?: (event: KeyboardEvent, place: Place) => boolean;
}

export interface CellSelection {
  /** The place of the keyboard. */
  readonly active: Place | undefined;
  /** Undefined where no more than one cell is selected. */
  readonly selected: Rectangle | undefined;
  /** Describes both for a row in one text, so that an unchanged row is not drawn again. */
  readonly markRow: (row: number) => string | undefined;
  /** Opens the row below or above the keyboard's; undefined while the keyboard is at none. */
  readonly step: ((by: 1 | -1) => void) | undefined;
  readonly handlers: {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onMouseDown: (event: MouseEvent) => void;
    readonly onMouseOver: (event: MouseEvent) => void;
    readonly onClick: (event: MouseEvent) => void;
  };
}

export function useCellSelection(cells: SelectableCells): CellSelection {
  const { of, rows, columns, seen, start, showCell, onOpen, onCopy, onKey, chooseAddress } = cells;
  const [kept, setKept] = useState<Kept>();
  const isKept = kept && (kept.of === of || kept.isSorted);
  const range = isKept ? kept.range : start && { anchor: start, head: start };
  const selected = range && isSeveral(range) ? toRectangle(range, columns) : undefined;
  const select = (head: Place, anchor: Place) => setKept({ of, range: { anchor, head } });
  const move = (head: Place, isExtended: boolean) => select(head, isExtended ? (range?.anchor ?? head) : head);

  const openPage = (place: Place | undefined): boolean => {
    const address = place && chooseAddress(place);
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
      // The new order moves the cell elsewhere, so that the keyboard goes to the top of its column.
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
    markRow: (row) => {
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
        const place = findPlace(event.target);
        if (!place || event.button !== 0) return;
        move(place, event.shiftKey);
        // Dragging selects cells, not their text.
        event.preventDefault();
        if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus({ preventScroll: true });
      },
      onMouseOver: (event) => {
        const place = event.buttons === 1 ? findPlace(event.target) : undefined;
        if (place && range) select(place, range.anchor);
      },
      onClick: (event) => {
        const place = findPlace(event.target);
        if (!place || selected || event.shiftKey) return;
        const isName = event.target instanceof Element && event.target.closest('[data-page]') !== null;
        if (!isName || !openPage(place)) onOpen(place, event.target);
      },
    },
  };
}

/** The table names the keyboard's cell by this id. */
export function idOfCell(row: number, column: number): string {
  return `cell-${row}-${column}`;
}

/** @returns the attributes of a cell, active or selected as the mark of its row says */
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
  /** The selection changed the order, and so the question: the place holds for the next one. */
  readonly isSorted?: boolean;
}

/** Clicks the head of the column, with or without Shift. @returns false for the column of row numbers */
function sortBy(table: HTMLTableElement, column: number, shiftKey: boolean): boolean {
  const head = column < 0 ? undefined : table.tHead?.rows[0]?.cells[column + 1]?.querySelector('button');
  if (!head) return false;
  head.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }));
  return true;
}

/** Reads the place of the clicked cell from its attributes. @returns undefined for the edge of a head, which is dragged */
function findPlace(target: EventTarget): Place | undefined {
  if (!(target instanceof Element) || target.closest('[data-handle]')) return undefined;
  const cell = target.closest<HTMLElement>('[data-column]');
  const row = cell?.closest<HTMLElement>('[data-row]');
  return cell && row ? { row: Number(row.dataset['row']), column: Number(cell.dataset['column']) } : undefined;
}
