/** The mark that the keyboard or the pointer is on: how keys change it, and how it is drawn and reported to the frame, which places the tooltip. */
import { useLayoutEffect, useCallback, useState, type KeyboardEvent } from 'react';
import { usePlotArea, useXAxisScale, useYAxisScale } from 'recharts';
import type { ChartModel, ReportMark } from '#domain/charts/chart-model.ts';

export interface ActiveMark {
  readonly bucket: number;
  readonly series: number;
  /** A mark under the pointer has no focus ring, but the keyboard starts from it. */
  readonly byPointer: boolean;
}

interface ActiveMarkHandlers {
  readonly active: ActiveMark | undefined;
  readonly point: (bucket: number | undefined) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly leave: () => void;
}

type Move = Readonly<Partial<Record<string, (at: ActiveMark, model: ChartModel) => Omit<ActiveMark, 'byPointer'>>>>;

const moves: Move = {
  ArrowLeft: ({ bucket, series }) => ({ bucket: bucket - 1, series }),
  ArrowRight: ({ bucket, series }) => ({ bucket: bucket + 1, series }),
  ArrowUp: ({ bucket, series }) => ({ bucket, series: series - 1 }),
  ArrowDown: ({ bucket, series }) => ({ bucket, series: series + 1 }),
  Home: ({ series }) => ({ bucket: 0, series }),
  End: ({ series }, { buckets }) => ({ bucket: buckets.length - 1, series }),
};

/** Horizontal bars stand below one another, so the arrows swap their directions. */
const keysOfLyingBars: Readonly<Record<string, string>> = {
  ArrowLeft: 'ArrowUp',
  ArrowRight: 'ArrowDown',
  ArrowUp: 'ArrowLeft',
  ArrowDown: 'ArrowRight',
};

export function useActiveMark(
  model: ChartModel,
  open: (mark: ReportMark) => void,
  isLying = false,
): ActiveMarkHandlers {
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
      const move = moves[isLying ? (keysOfLyingBars[event.key] ?? event.key) : event.key];
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
    [active, isLying, model, open],
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

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** What the pointer and the keyboard are on, and what they do there. */
export interface Pointing {
  readonly active: ActiveMark | undefined;
  readonly onPoint: (bucket: number | undefined) => void;
  readonly onOpen: (bucket: number, series: number) => void;
  /** Called with the place of the active mark on screen. */
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
  const isPlaced = middle !== undefined && plot !== undefined;
  const x = isPlaced ? (isLying ? plot.x + plot.width / 3 : middle) : undefined;
  const y = isPlaced ? (isLying ? middle : plot.y) : undefined;
  useLayoutEffect(() => {
    onPlace(x === undefined || y === undefined ? undefined : { x, y });
  }, [x, y, onPlace]);
  if (!isPlaced) return null;
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
