/** The contents of a chart's legend: colours, figures written at a bar's end, the compared period, hatches and gaps. Pure. */
import { chartTexts as texts } from '#texts/screens/charts.ts';
import type { ChartModel } from './chart-model.ts';
import { chooseColour } from './palette.ts';

export interface LegendEntry {
  /** `line`: the compared period as dots; `thin`: as a thin bar. `written`: no colour, a figure at the bar's end. */
  readonly kind: 'colour' | 'written' | 'line' | 'thin' | 'hatch' | 'missing';
  readonly label: string;
  readonly colour?: string | undefined;
}

/**
 * @param model of one chart; of several small ones any, because they share series and buckets. @param unit of the figures where no axis
 * shows it; empty: none
 */
export function toLegend(model: ChartModel | undefined, unit: string, isLying: boolean): readonly LegendEntry[] {
  if (!model) return [];
  const { series, pair, buckets } = model;
  const colours = series.map(chooseColour);
  const drawn = series.flatMap(({ label, isWritten }, at): LegendEntry[] =>
    isWritten ? [] : [{ kind: 'colour', label, colour: colours[at] }],
  );
  const writtenLabels = (pair?.written ?? []).flatMap((at) => series[at]?.label ?? []);
  const isCompared = series.some(({ before }) => before);
  const states = new Set(buckets.map(({ state }) => state));
  return [
    ...drawn,
    ...(unit === '' ? [] : [{ kind: 'written' as const, label: texts.inUnit(unit) }]),
    ...(writtenLabels.length === 0
      ? []
      : [{ kind: 'written' as const, label: texts.atEnd(writtenLabels.join(' · ')) }]),
    ...(isCompared ? [{ kind: isLying ? ('thin' as const) : ('line' as const), label: texts.beforeAll }] : []),
    ...(states.has('soFar') ? [{ kind: 'hatch' as const, label: texts.states.soFar, colour: colours[0] }] : []),
    ...(states.has('missing') ? [{ kind: 'missing' as const, label: texts.states.missing }] : []),
  ];
}
