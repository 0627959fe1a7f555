/** The edge of a header, which is dragged to resize the column; a double click resets the width. */
import { useRef, type PointerEvent } from 'react';
import { recordsColumnsTexts as texts } from '#texts/screens/record-columns.ts';
import classes from './grid.module.css';

const MIN = 40;
const MAX = 1_200;
export const KEY_STEP = 16;

export interface ResizeHandleProps {
  readonly label: string;
  readonly width: number;
  /** Called with undefined for the automatic width. */
  readonly onResize: (width: number | undefined, isDrawn?: boolean) => void;
}

export function limitWidth(width: number): number {
  return Math.round(Math.max(MIN, Math.min(MAX, width)));
}

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
