/** Selects cells of a table: arrows move, Shift or dragging extends, Ctrl+A selects all, Escape clears; S sorts, P opens the page of a name. */
import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import { navigate } from '../routing/hash-location.ts';
import { findNextCell, type CellPosition } from './walk-cells.ts';
import { isSelected, isMultiple, toInterval, toRectangle, type CellRange, type Rectangle } from './cell-range.ts';

export interface SelectableCells {
  /** A key that changes when positions refer to different cells. */
  readonly resetKey: string;
  /** The number of rows that the keyboard can reach, including totals. */
  readonly rows: number;
  readonly columns: number;
  readonly visible: { readonly first: number; readonly last: number };
  /** The initial cell in a table whose header the keyboard can reach. Without it the keyboard is at no cell at first. */
  readonly start?: CellPosition;
  readonly showCell: (position: CellPosition) => void;
  /** @param target the element that was clicked or has the focus */
  readonly onOpen: (position: CellPosition, target?: EventTarget) => void;
  readonly onCopy: (cells: Rectangle) => void;
  /** @returns the page of the person or client that a cell names, which P or a click on the name with `data-page` opens */
  readonly chooseAddress: (position: CellPosition) => string | undefined;
  /** @returns true if the table handled the key */
  readonly onKey?: (event: KeyboardEvent, position: CellPosition) => boolean;
}

export interface CellSelection {
  /** The keyboard's cell. */
  readonly active: CellPosition | undefined;
  /** Undefined if no more than one cell is selected. */
  readonly selected: Rectangle | undefined;
  /** Describes both for a row in one text, so that an unchanged row is not redrawn. */
  readonly markRow: (row: number) => string | undefined;
  /** Opens the row below or above the keyboard's; undefined while the keyboard is at no cell. */
  readonly step: ((by: 1 | -1) => void) | undefined;
  readonly handlers: {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onMouseDown: (event: MouseEvent) => void;
    readonly onMouseOver: (event: MouseEvent) => void;
    readonly onClick: (event: MouseEvent) => void;
  };
}

export function useCellSelection(cells: SelectableCells): CellSelection {
  const { resetKey, rows, columns, visible, start, showCell, onOpen, onCopy, onKey, chooseAddress } = cells;
  const [stored, setStored] = useState<StoredRange>();
  const isCurrent = stored && (stored.resetKey === resetKey || stored.isSorted);
  const range = isCurrent ? stored.range : start && { anchor: start, end: start };
  const selected = range && isMultiple(range) ? toRectangle(range, columns) : undefined;
  const select = (end: CellPosition, anchor: CellPosition) => setStored({ resetKey, range: { anchor, end } });
  const move = (end: CellPosition, isExtended: boolean) => select(end, isExtended ? (range?.anchor ?? end) : end);

  const openPage = (position: CellPosition | undefined): boolean => {
    const address = position && chooseAddress(position);
    if (address !== undefined) navigate(address);
    return address !== undefined;
  };
  const handleKey = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLTableElement) || rows === 0) return;
    if (range && onKey?.(event, range.end)) {
      event.preventDefault();
      return;
    }
    if (event.altKey) return;
    const hasModifier = event.ctrlKey || event.metaKey;
    const key = hasModifier ? event.key.toLowerCase() : event.key;
    if (key === 'Enter' && range) onOpen(range.end, event.target);
    else if (!hasModifier && key.toLowerCase() === 'p') {
      if (!openPage(range?.end)) return;
    } else if (key === 'Escape' && selected) move(range?.end ?? { row: 0, column: -1 }, false);
    else if (!hasModifier && key.toLowerCase() === 's') {
      if (!range || !clickSortButton(event.target, range.end.column, event.shiftKey)) return;
      // The new order moves the cell, so the keyboard moves to the top of its column.
      const top = { row: 0, column: range.end.column };
      setStored({ resetKey, range: { anchor: top, end: top }, isSorted: true });
      showCell(top);
    } else if (hasModifier && key === 'a') select({ row: rows - 1, column: columns - 1 }, { row: 0, column: -1 });
    else if (hasModifier && key === 'c' && range) onCopy(toRectangle(range, columns));
    else {
      const next = findNextCell(range?.end ?? { row: visible.first - 1, column: -1 }, event.key, hasModifier, {
        lastRow: rows - 1,
        columns,
        page: Math.max(1, visible.last - visible.first),
      });
      if (!next) return;
      const position = start ? next : { ...next, row: Math.max(0, next.row) };
      move(position, event.shiftKey);
      showCell(position);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    active: range?.end,
    selected,
    markRow: (row) => {
      const columns = toInterval(selected, row);
      const column = range?.end.row === row ? range.end.column : undefined;
      return columns === undefined && column === undefined ? undefined : `${column ?? ''} ${columns ?? ''}`;
    },
    step:
      range &&
      ((by) => {
        const { row, column } = range.end;
        const position = { row: Math.max(0, Math.min(rows - 1, row + by)), column };
        move(position, false);
        showCell(position);
        onOpen(position);
      }),
    handlers: {
      onKeyDown: handleKey,
      onMouseDown: (event) => {
        const position = findPosition(event.target);
        if (!position || event.button !== 0) return;
        move(position, event.shiftKey);
        // Dragging selects cells, not their text.
        event.preventDefault();
        if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus({ preventScroll: true });
      },
      onMouseOver: (event) => {
        const position = event.buttons === 1 ? findPosition(event.target) : undefined;
        if (position && range) select(position, range.anchor);
      },
      onClick: (event) => {
        const position = findPosition(event.target);
        if (!position || selected || event.shiftKey) return;
        const isName = event.target instanceof Element && event.target.closest('[data-page]') !== null;
        if (!isName || !openPage(position)) onOpen(position, event.target);
      },
    },
  };
}

/** Returns the id by which the table refers to the keyboard's cell. */
export function toCellId(row: number, column: number): string {
  return `cell-${row}-${column}`;
}

/** @returns the attributes of a cell, active or selected according to the mark of its row */
export function toCellAttributes(mark: string | undefined, column: number) {
  const [active, selected] = mark?.split(' ') ?? [];
  return {
    'data-active': active === String(column) || undefined,
    'aria-selected': isSelected(selected, column) || undefined,
  };
}

interface StoredRange {
  readonly resetKey: string;
  readonly range: CellRange;
  /** True after sorting, which changes the key, so that the range remains valid for the next key. */
  readonly isSorted?: boolean;
}

/** Clicks the header of the column, with or without Shift. @returns false for the column of row numbers */
function clickSortButton(table: HTMLTableElement, column: number, shiftKey: boolean): boolean {
  const button = column < 0 ? undefined : table.tHead?.rows[0]?.cells[column + 1]?.querySelector('button');
  if (!button) return false;
  button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }));
  return true;
}

/** Reads the position of the clicked cell from its attributes. @returns undefined for the edge of a header, which is dragged */
function findPosition(target: EventTarget): CellPosition | undefined {
  if (!(target instanceof Element) || target.closest('[data-handle]')) return undefined;
  const cell = target.closest<HTMLElement>('[data-column]');
  const row = cell?.closest<HTMLElement>('[data-row]');
  return cell && row ? { row: Number(row.dataset['row']), column: Number(cell.dataset['column']) } : undefined;
}
