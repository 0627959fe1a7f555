/** The active mark under the keyboard or the pointer: how keys move it, and a cursor that reports its position for the tooltip. */
import { useLayoutEffect, useCallback, useState, type KeyboardEvent } from 'react';
import { usePlotArea, useXAxisScale, useYAxisScale } from 'recharts';
import type { ChartModel, ReportMark } from '#domain/charts/chart-model.ts';

export interface ActiveMark {
  readonly bucket: number;
  readonly series: number;
  /** True for a mark under the pointer, which has no focus ring, although the keyboard starts from it. */
  readonly byPointer: boolean;
}

const moves: Readonly<Partial<Record<string, (at: ActiveMark, model: ChartModel) => Omit<ActiveMark, 'byPointer'>>>> = {
  ArrowLeft: ({ bucket, series }) => ({ bucket: bucket - 1, series }),
  ArrowRight: ({ bucket, series }) => ({ bucket: bucket + 1, series }),
  ArrowUp: ({ bucket, series }) => ({ bucket, series: series - 1 }),
  ArrowDown: ({ bucket, series }) => ({ bucket, series: series + 1 }),
  Home: ({ series }) => ({ bucket: 0, series }),
  End: ({ series }, { buckets }) => ({ bucket: buckets.length - 1, series }),
};

/** Horizontal bars are stacked vertically, so the arrow keys swap directions. */
const horizontalBarKeys: Readonly<Record<string, string>> = {
  ArrowLeft: 'ArrowUp',
  ArrowRight: 'ArrowDown',
  ArrowUp: 'ArrowLeft',
  ArrowDown: 'ArrowRight',
};

export function useActiveMark(model: ChartModel, open: (mark: ReportMark) => void, isHorizontal = false) {
  const [active, setActive] = useState<ActiveMark>();
  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === 'Escape') return setActive(undefined);
      if (event.key === 'Enter' && active) {
        const mark = model.markAt(active.bucket, active.series);
        if (mark) open(mark);
        return event.preventDefault();
      }
      const move = moves[isHorizontal ? (horizontalBarKeys[event.key] ?? event.key) : event.key];
      if (!move) return;
      event.preventDefault();
      const next = active
        ? move(active, model)
        : { bucket: event.key === 'End' ? model.buckets.length - 1 : 0, series: 0 };
      setActive({
        bucket: clampIndex(next.bucket, model.buckets.length),
        series: clampIndex(next.series, model.series.length),
        byPointer: false,
      });
    },
    [active, isHorizontal, model, open],
  );
  const point = useCallback((bucket: number | undefined) => {
    setActive((previous) =>
      bucket === undefined
        ? undefined
        : previous?.bucket === bucket
          ? previous
          : { bucket, series: previous?.series ?? 0, byPointer: true },
    );
  }, []);
  return { active, point, onKeyDown, leave: useCallback(() => setActive(undefined), []) };
}

function clampIndex(index: number, length: number): number {
  return Math.max(0, Math.min(index, length - 1));
}

export interface Position {
  readonly x: number;
  readonly y: number;
}

export interface Pointing {
  readonly active: ActiveMark | undefined;
  readonly onPoint: (bucket: number | undefined) => void;
  readonly onOpen: (bucket: number, series: number) => void;
  /** Called with the screen position of the active mark. */
  readonly onMove: (place: Position | undefined) => void;
}

export interface ActiveCursorProps {
  readonly active: ActiveMark | undefined;
  readonly buckets: number;
  readonly isHorizontal: boolean;
  readonly onMove: (place: Position | undefined) => void;
}

export function ActiveCursor({ active, buckets, isHorizontal, onMove }: ActiveCursorProps) {
  const scale = [useXAxisScale(), useYAxisScale()][isHorizontal ? 1 : 0];
  const plot = usePlotArea();
  const middle = active && scale?.(active.bucket, { position: 'middle' });
  const hasPosition = middle !== undefined && plot !== undefined;
  const x = hasPosition ? (isHorizontal ? plot.x + plot.width / 3 : middle) : undefined;
  const y = hasPosition ? (isHorizontal ? middle : plot.y) : undefined;
  useLayoutEffect(() => {
    onMove(x === undefined || y === undefined ? undefined : { x, y });
  }, [x, y, onMove]);
  if (!hasPosition) return null;
  const band = (isHorizontal ? plot.height : plot.width) / Math.max(buckets, 1);
  const box = isHorizontal
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
