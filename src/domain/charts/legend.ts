/** Lists the entries of a chart's legend: colours, figures written at a bar's end, the compared period, hatches and gaps. Pure. */
import { chartTexts as texts } from '#texts/screens/charts.ts';
import type { ChartModel, Series } from './chart-model.ts';

export interface LegendEntry {
  /** `line`: the compared period as dots; `thin`: the compared period as a thin bar; `written`: a figure at the bar's end. */
  readonly kind: 'colour' | 'written' | 'line' | 'thin' | 'hatch' | 'missing';
  readonly label: string;
  readonly colour?: string | undefined;
}

/**
 * @param model for small charts any of them, because they share series and buckets
 * @param unit the unit if no axis shows it; otherwise empty
 */
export function toLegend(model: ChartModel | undefined, unit: string, isHorizontal: boolean): readonly LegendEntry[] {
  if (!model) return [];
  const { series, pair, buckets } = model;
  const colours = series.map(chooseColour);
  const colourEntries = series.flatMap(({ label, isWritten }, index): LegendEntry[] =>
    isWritten ? [] : [{ kind: 'colour', label, colour: colours[index] }],
  );
  const writtenLabels = (pair?.written ?? []).flatMap((index) => series[index]?.label ?? []);
  const isCompared = series.some(({ before }) => before);
  const states = new Set(buckets.map(({ state }) => state));
  return [
    ...colourEntries,
    ...(unit === '' ? [] : [{ kind: 'written' as const, label: texts.inUnit(unit) }]),
    ...(writtenLabels.length === 0
      ? []
      : [{ kind: 'written' as const, label: texts.atEnd(writtenLabels.join(' · ')) }]),
    ...(isCompared ? [{ kind: isHorizontal ? ('thin' as const) : ('line' as const), label: texts.beforeAll }] : []),
    ...(states.has('soFar') ? [{ kind: 'hatch' as const, label: texts.states.soFar, colour: colours[0] }] : []),
    ...(states.has('missing') ? [{ kind: 'missing' as const, label: texts.states.missing }] : []),
  ];
}

const measureColours: Readonly<Record<string, string>> = {
  billable_value: 'var(--chart-billable)',
  billable_logged_hours: 'var(--chart-billable)',
  recorded_cost: 'var(--chart-cost)',
  nonbillable_hours: 'var(--chart-rest)',
  margin: 'var(--chart-line)',
  effective_rate: 'var(--chart-billable)',
};

/** Lines of one chart differ by dash as well as by colour. */
const dashes = ['', '6 3', '2 3', '9 3 2 3'] as const;

/** Chooses a series' colour, so that a measure has the same colour in every chart. */
export function chooseColour(series: Series, index: number, all: readonly Series[]): string {
  // Bars in the colour of the margin's line would be solid black.
  if (all.length === 1 && series.measure.id === 'margin') return 'var(--chart-billable)';
  if (series.folded !== undefined || series.isBackground) return 'var(--chart-rest)';
  // Different measures keep their own colours; groups of the same measure take the series colours.
  const isByMeasure = new Set(all.map(({ measure }) => measure.id)).size === all.length;
  if (!isByMeasure) return toSeriesColour(index);
  // The first two series colours are also used for value and cost.
  const reservedColours = all.some(({ measure }) => measureColours[measure.id] !== undefined) ? 2 : 0;
  return measureColours[series.measure.id] ?? toSeriesColour(index + reservedColours);
}

const toSeriesColour = (index: number) => `var(--series-${(index % 12) + 1})`;

export function chooseDash(index: number): string {
  return dashes[Math.floor(index / 3) % dashes.length] ?? '';
}
