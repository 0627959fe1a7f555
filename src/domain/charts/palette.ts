/** Assigns colours, dashes and hatches to series: the same measure looks the same in every chart. */
import type { Series } from './chart-model.ts';

const measureColours: Readonly<Record<string, string>> = {
  billable_value: 'var(--chart-billable)',
  billable_logged_hours: 'var(--chart-billable)',
  recorded_cost: 'var(--chart-cost)',
  nonbillable_hours: 'var(--chart-rest)',
  margin: 'var(--chart-line)',
  effective_rate: 'var(--chart-billable)',
};

/** Lines of one chart differ in more than their colour. */
const dashes = ['', '6 3', '2 3', '9 3 2 3'] as const;

export function chooseColour(series: Series, index: number, all: readonly Series[]): string {
  // As bars, the line's own ink would be a wall of black.
  if (all.length === 1 && series.measure.id === 'margin') return 'var(--chart-billable)';
  if (series.folded !== undefined || series.isGround) return 'var(--chart-rest)';
  // Several measures of one group keep their own colours; several groups of one measure take the series' colours.
  const isByMeasure = new Set(all.map(({ measure }) => measure.id)).size === all.length;
  if (!isByMeasure) return toSeriesColour(index);
  // The first two series colours are those of value and cost.
  const taken = all.some(({ measure }) => measureColours[measure.id] !== undefined) ? 2 : 0;
  return measureColours[series.measure.id] ?? toSeriesColour(index + taken);
}

const toSeriesColour = (index: number) => `var(--series-${(index % 12) + 1})`;

export function chooseDash(index: number): string {
  return dashes[Math.floor(index / 3) % dashes.length] ?? '';
}
