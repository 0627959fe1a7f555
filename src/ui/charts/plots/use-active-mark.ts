/** The mark that the keyboard or the pointer is on, and how the arrow keys, Enter and Escape change it. */
import { useCallback, useState, type KeyboardEvent } from 'react';
import type { ChartModel, ReportMark } from '../../../domain/charts/chart-model.ts';

export interface ActiveMark {
  readonly bucket: number;
  readonly series: number;
  /** Set by the pointer: the keyboard starts there, but draws no ring. */
  readonly byPointer: boolean;
}

export interface ActiveMarkHandlers {
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

/** In a horizontal bar chart the buckets are below one another. */
const lying: Readonly<Record<string, string>> = {
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
      const move = moves[isLying ? (lying[event.key] ?? event.key) : event.key];
      if (!move) return;
      event.preventDefault();
      const next = active
        ? move(active, model)
        : { bucket: event.key === 'End' ? model.buckets.length - 1 : 0, series: 0 };
      setActive({
        bucket: within(next.bucket, model.buckets.length),
        series: within(next.series, model.series.length),
        byPointer: false,
      });
    },
    [active, isLying, model, open],
  );
  const point = useCallback((bucket: number | undefined) => {
    setActive((was) =>
      bucket === undefined
        ? undefined
        : was?.bucket === bucket
          ? was
          : { bucket, series: was?.series ?? 0, byPointer: true },
    );
  }, []);
  return { active, point, onKeyDown, leave: useCallback(() => setActive(undefined), []) };
}

function within(index: number, length: number): number {
  return Math.max(0, Math.min(index, length - 1));
}
