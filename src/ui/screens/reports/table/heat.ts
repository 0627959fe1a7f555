/** How strongly a cell is shaded by its size; cells below 0 are not: a surplus must not look like a shortage. For display only. Pure. */
import type { ReportRow } from '#domain/reports/definition/report.ts';
import { toGeometry } from '#domain/charts/chart-model.ts';

/** Steps of shading; 0 is none. */
export const HEAT_STEPS = 8;
/** A few outliers would leave all other cells one shade: the scale runs over what is between. */
const LOW_PART = 0.05;
const HIGH_PART = 0.95;

/** Where shades start to get stronger, and where they stop: one figure in twenty is below, one in twenty above. */
export interface HeatSpan {
  readonly least: number;
  readonly most: number;
}

/** The range of the cells of the innermost lines, by measure: totals would dominate it. Measures without a cell above 0 have none. */
export function heatSpans(lines: readonly ReportRow[], measures: readonly string[]): ReadonlyMap<string, HeatSpan> {
  return new Map(
    measures.flatMap((id) => {
      const sizes = Float64Array.from(
        lines.flatMap(({ cells }) => (cells?.[id] ?? []).map((value) => toGeometry(value))).filter((size) => size > 0),
      ).toSorted();
      if (sizes.length === 0) return [];
      const at = (part: number) => sizes[Math.round(part * (sizes.length - 1))] ?? 0;
      return [[id, { least: at(LOW_PART), most: at(HIGH_PART) }] as const];
    }),
  );
}

/** @returns 0 for nothing and less than nothing, then 1 for the smallest to 8 for the largest. */
export function toHeat(value: string | null, span: HeatSpan | undefined): number {
  const size = toGeometry(value);
  if (size <= 0 || !span) return 0;
  if (span.most === span.least) return HEAT_STEPS / 2;
  const part = (size - span.least) / (span.most - span.least);
  return Math.min(HEAT_STEPS, Math.max(1, 1 + Math.floor(part * HEAT_STEPS)));
}
