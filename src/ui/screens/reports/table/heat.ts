/** Computes how strongly cells are shaded by their size, but not below 0: a surplus must not look like a shortage. For display only. Pure. */
import type { ReportRow } from '#domain/reports/definition/report.ts';
import { toGeometry } from '#domain/charts/chart-model.ts';

/** Steps of shading; 0 is none. */
export const HEAT_STEPS = 8;
/** A few outliers would leave all other cells in one shade, so the scale covers only the range between these quantiles. */
const LOW_PART = 0.05;
const HIGH_PART = 0.95;

/** The figures between which shades get stronger; one figure in twenty is below, one in twenty above. */
export interface HeatSpan {
  readonly least: number;
  readonly most: number;
}

/** Finds the range of cells by measure, only of the innermost lines, because totals would dominate it. Measures without a cell above 0 have none. */
export function findHeatSpans(lines: readonly ReportRow[], measures: readonly string[]): ReadonlyMap<string, HeatSpan> {
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

/** @returns 0 for figures of 0 and below, else 1 for the smallest to 8 for the largest */
export function toHeat(value: string | null, span: HeatSpan | undefined): number {
  const size = toGeometry(value);
  if (size <= 0 || !span) return 0;
  if (span.most === span.least) return HEAT_STEPS / 2;
  const part = (size - span.least) / (span.most - span.least);
  return Math.min(HEAT_STEPS, Math.max(1, 1 + Math.floor(part * HEAT_STEPS)));
}
