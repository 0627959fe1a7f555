/** One of several small charts, and the figure beside it. Pure. */
import { formatDates } from '../locale-forms.ts';
import type { ReportResult } from '../reports/definition/report.ts';
import { chartTexts as texts } from '#texts/screens/charts.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import type { ChartModel } from './chart-model.ts';
import type { LegendEntry } from './legend.ts';
import type { FigureText } from './chart-model.ts';

/** A group's chart with its figure for the entire period, because the last bucket's figure may be that of a running month. */
export interface SmallPlot {
  readonly label: string;
  readonly model: ChartModel;
  readonly total?: string | null;
}

export function formatTotal({ series }: ChartModel, total: string | null, formatFigure: FigureText): string {
  const [first] = series;
  return first ? texts.total[first.measure.additive ? 'added' : 'overall'](formatFigure(first, total)) : '';
}

/** Lists the legend's entry for the figure beside each small chart, with its dates. */
export function listTotalEntries(
  { series, buckets }: ChartModel,
  { period }: ReportResult,
  locale?: string,
): LegendEntry[] {
  const [lead] = series;
  if (!lead) return [];
  const dates = period ? formatDates(period, locale) : uiTexts.period.allTime;
  const isIncomplete = buckets.some(({ state }) => state !== 'complete');
  return [{ kind: 'written', label: texts.ofTotal(lead.measure.additive, lead.label, dates, isIncomplete) }];
}
