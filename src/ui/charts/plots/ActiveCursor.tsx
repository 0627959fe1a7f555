/** Marks the active bucket inside a chart and reports its place to the frame, so that the tooltip can be placed beside it. */
import { useLayoutEffect } from 'react';
import { usePlotArea, useXAxisScale, useYAxisScale } from 'recharts';
import type { ActiveMark } from './use-active-mark.ts';

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** What the pointer and the keyboard are on, and what they do there. */
export interface Pointing {
  readonly active: ActiveMark | undefined;
  readonly onPoint: (bucket: number | undefined) => void;
  readonly onOpen: (bucket: number, series: number) => void;
  /** Told where the active mark stands on screen. */
  readonly onPlace: (place: Place | undefined) => void;
}

export interface ActiveCursorProps {
  readonly active: ActiveMark | undefined;
  readonly buckets: number;
  readonly isLying: boolean;
  readonly onPlace: (place: Place | undefined) => void;
}

export function ActiveCursor({ active, buckets, isLying, onPlace }: ActiveCursorProps) {
  const scale = [useXAxisScale(), useYAxisScale()][isLying ? 1 : 0];
  const plot = usePlotArea();
  const middle = active && scale?.(active.bucket, { position: 'middle' });
  const placed = middle !== undefined && plot !== undefined;
  const x = placed ? (isLying ? plot.x + plot.width / 3 : middle) : undefined;
  const y = placed ? (isLying ? middle : plot.y) : undefined;
  useLayoutEffect(() => {
    onPlace(x === undefined || y === undefined ? undefined : { x, y });
  }, [x, y, onPlace]);
  if (!placed) return null;
  const band = (isLying ? plot.height : plot.width) / Math.max(buckets, 1);
  const box = isLying
    ? { x: plot.x, y: middle - band / 2, width: plot.width, height: band }
    : { x: middle - band / 2, y: plot.y, width: band, height: plot.height };
  return (
    <rect
      {...box}
      rx={3}
      fill={active?.byPointer ? 'var(--hover)' : 'none'}
      fillOpacity={active?.byPointer ? 0.7 : 1}
      stroke={active?.byPointer ? 'none' : 'var(--accent)'}
      strokeWidth={1.5}
      style={
        { pointerEvents: 'none', mixBlendMode: active?.byPointer ? 'var(--chart-blend, multiply)' : 'normal' } as object
      }
    />
  );
}
