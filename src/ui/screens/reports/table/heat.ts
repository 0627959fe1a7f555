/** How strongly a cell is shaded by its size; what is below 0 is not: a surplus must not look like a shortage. For the eye only. Pure. */
import type { ReportRow } from '../../../../domain/reports/report.ts';
import { geometryOf } from '../../../format/figures.ts';

/** Steps of shading; 0 is none. */
export const HEAT_STEPS = 8;

/** The smallest and largest figure that is shaded. */
export interface HeatSpan {
  readonly least: number;
  readonly most: number;
}

/** What the cells of the innermost lines span, by measure: totals would outshine them. */
export function heatSpans(lines: readonly ReportRow[], measures: readonly string[]): ReadonlyMap<string, HeatSpan> {
  return new Map(
    measures.map((id) => {
      let [least, most] = [Number.POSITIVE_INFINITY, 0];
      for (const { cells } of lines) {
        for (const value of cells?.[id] ?? []) {
          const size = geometryOf(value);
          if (size <= 0) continue;
          least = Math.min(least, size);
          most = Math.max(most, size);
        }
      }
      return [id, { least, most }];
    }),
  );
}

/** @returns 0 for nothing and less than nothing, then 1 for the smallest to 8 for the largest. */
export function heatOf(value: string | null, span: HeatSpan | undefined): number {
  const size = geometryOf(value);
  if (size <= 0 || !span || span.most === 0) return 0;
  if (span.most === span.least) return HEAT_STEPS / 2;
  const part = (size - span.least) / (span.most - span.least);
  return Math.min(HEAT_STEPS, 1 + Math.floor(part * HEAT_STEPS));
}
