/** The parts of a header: the arrow of its order, and the edge that resizes its column. */
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { SortDirection } from '@tanstack/react-table';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { recordsColumnsTexts as texts } from '#texts/screens/record-columns.ts';
import classes from './grid.module.css';

const MIN = 40;
const MAX = 1_200;
const KEY_STEP = 16;

export interface ResizeHandleProps {
  readonly label: string;
  readonly width: number;
  /** Called with undefined for the automatic width. */
  readonly onResize: (width: number | undefined, isDrawn?: boolean) => void;
}

function limitWidth(width: number): number {
  return Math.round(Math.max(MIN, Math.min(MAX, width)));
}

/** Alt and an arrow resize a column. @returns the new width, undefined for other keys */
export function resizeByKey({ altKey, key }: KeyboardEvent, width: number): number | undefined {
  const step = key === 'ArrowLeft' ? -KEY_STEP : key === 'ArrowRight' ? KEY_STEP : undefined;
  return altKey && step !== undefined ? limitWidth(width + step) : undefined;
}

type Sorted = SortDirection | false | undefined;

export function toAriaSort(sorted: Sorted) {
  return sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined;
}

export function SortArrow({ sorted }: { readonly sorted: Sorted }) {
  if (!sorted) return null;
  return sorted === 'asc' ? <IconArrowUp size={12} aria-hidden /> : <IconArrowDown size={12} aria-hidden />;
}

/** Dragging the edge resizes the column; a double click resets the width. */
export function ResizeHandle({ label, width, onResize }: ResizeHandleProps) {
  const dragStart = useRef<{ readonly x: number; readonly width: number }>(undefined);
  const move = (event: PointerEvent) => {
    if (dragStart.current) onResize(limitWidth(dragStart.current.width + event.clientX - dragStart.current.x), true);
  };
  return (
    <span
      className={classes.handle}
      aria-hidden
      data-handle
      title={texts.resize(label)}
      onPointerDown={(event) => {
        event.preventDefault();
        dragStart.current = { x: event.clientX, width };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={move}
      onPointerUp={() => {
        if (dragStart.current && dragStart.current.width !== width) onResize(width);
        dragStart.current = undefined;
      }}
      onDoubleClick={() => onResize(undefined)}
    />
  );
}
