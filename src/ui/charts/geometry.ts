/** Figures as lengths on screen, and the axis beside them. For drawing only; what people read is exact text. */
import type { MeasureUnit } from '../../domain/reports/measures.ts';
import { geometryOf } from '../format/figures.ts';
import type { ChartModel } from './chart-model.ts';

/** One bucket as recharts wants it: `s0`, `s1`, … the series' lengths, `b0`, … those of the compared period. */
export interface Mark {
  readonly index: number;
  readonly [series: string]: number | null;
}

export function marksOf({ buckets, series }: Pick<ChartModel, 'buckets' | 'series'>): Mark[] {
  return buckets.map((_, index) => {
    const lengths = series.flatMap(({ values, before }, at) => [
      [`s${at}`, lengthOf(values[index])] as const,
      ...(before ? [[`b${at}`, lengthOf(before[index])] as const] : []),
    ]);
    return { ...Object.fromEntries(lengths), index };
  });
}

function lengthOf(value: string | null | undefined): number | null {
  return value === null || value === undefined ? null : geometryOf(value);
}

/** An axis tick: thousands as `12k`, shares as percent. */
export function tickText(unit: MeasureUnit): (value: number) => string {
  return (value) => {
    const shown = unit === 'share' ? value * 100 : value;
    const size = Math.abs(shown);
    const text =
      size >= 1_000_000 ? `${trimmed(size / 1_000_000)}M` : size >= 1000 ? `${trimmed(size / 1000)}k` : trimmed(size);
    return `${shown < 0 ? '−' : ''}${text}${unit === 'share' || unit === 'percent' ? ' %' : ''}`;
  };
}

function trimmed(value: number): string {
  return String(Math.round(value * 100) / 100);
}
