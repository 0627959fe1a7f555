/** A report's chart as plain data for pages: the same as on screen, with formatted figures. */
import { groupTexts } from '#texts/reports/reports.ts';
import { chartTexts as texts } from '#texts/screens/charts.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { formatCount } from '../locale-forms.ts';
import type { Directory } from '../people/directory.ts';
import type { ChartKind } from '../reports/definition/chart-kinds.ts';
import { findMeasure } from '../reports/definition/measures.ts';
import type { Report, ReportResult } from '../reports/definition/report.ts';
import { findTimeUnit } from '../reports/keys/key-text.ts';
import { chooseCurrency } from '../reports/print/printed-currencies.ts';
import type { Grid } from '../reports/print/model.ts';
import { chooseGrid, formatSteps, toSteps, formatUnit } from '../reports/print/printed.ts';
import type { Settings } from '../settings.ts';
import { type BucketState, type FigureText, type Shape, toGeometry } from './chart-model.ts';
import { listChartKinds } from './charts-for.ts';
import { drawReport, type ReportDrawing } from './draw-report.ts';
import { createLabels, toChartLabels } from './labels.ts';
import { toLegend, type LegendEntry, chooseColour } from './legend.ts';
import { listTotalEntries, formatTotal, type SmallPlot } from './small-plot.ts';

export interface PaperSeries {
  /** As in the legend. */
  readonly colour: string;
  /** `bar` is vertical, `horizontal` is a horizontal bar. */
  readonly shape: Shape | 'horizontal';
  /** Null if the figure is unknown, so that nothing is drawn. */
  readonly lengths: readonly (number | null)[];
  /** The lengths of the compared period. */
  readonly before: readonly (number | null)[] | null;
  /** The printed figure of each bucket; empty if there is none. */
  readonly figures: readonly string[];
}

export interface PaperPlot {
  /** The group's name, for small charts. */
  readonly label: string;
  readonly total: string;
  readonly buckets: readonly {
    readonly label: string;
    readonly short: string;
    readonly state: BucketState;
    readonly isTail: boolean;
  }[];
  readonly series: readonly PaperSeries[];
  /** Set if two bars overlap. */
  readonly pair: { readonly whole: number; readonly inner: number; readonly written: readonly number[] } | null;
}

export interface PaperChart {
  readonly unit: string;
  readonly scale: Grid['style'];
  readonly locale?: string | undefined;
  readonly legend: readonly LegendEntry[];
  readonly notes: readonly string[];
  readonly plots: readonly PaperPlot[];
  /** The shared scale of small charts; null for a single chart. */
  readonly domain: readonly [number, number] | null;
}

export interface PaperChartInput {
  readonly kind: ChartKind;
  readonly report: Report;
  readonly result: ReportResult;
  readonly settings: Settings;
  readonly directory: Directory;
  /** `YYYY-MM-DD`, the day of the data: the bucket of this day can still grow. */
  readonly day: string;
  /** The reader's locale; by default figures are written as in files. */
  readonly locale?: string | undefined;
}

/** @returns null if no chart was chosen, it does not suit the report, or there is nothing to draw */
export function toPaperChart({
  kind,
  report,
  result,
  settings,
  directory,
  day,
  locale,
}: PaperChartInput): PaperChart | null {
  if (kind === 'none' || !listChartKinds(report, (name) => findTimeUnit(name) !== undefined).includes(kind))
    return null;
  const drawing = drawReport(kind, {
    report,
    result,
    measures: report.measures.flatMap((name) => findMeasure(name) ?? []),
    today: day,
    tailLabel: (groups) => groupTexts.other(formatCount(groups, locale), report.only),
    ...toChartLabels(createLabels(directory, { ...settings, locale })),
  });
  const [first] = drawing.plots;
  const isKnown = drawing.plots.some(({ model }) => model.series.some(({ values }) => values.some(Boolean)));
  if (!first || !isKnown) return null;
  const formatFigure: FigureText = ({ measure }, value) => {
    const grid = chooseGrid(measure.unit, { ...settings, locale });
    return value === null ? '' : formatSteps(toSteps(value, grid), grid);
  };
  const measureUnit = first.model.series[0]?.measure.unit ?? 'plain';
  const scale = chooseGrid(measureUnit, settings).style;
  const currency = chooseCurrency(result, settings.currency);
  const unit = scale === 'clock' ? uiTexts.units.clock : formatUnit(measureUnit, currency);
  const isMultiples = kind === 'multiples';
  const isHorizontal = !isMultiples && drawing.shapes === undefined;
  const chooseShape = (index: number) => {
    if (isMultiples) return index === 0 ? 'bar' : 'line';
    return drawing.shapes?.[index] ?? (isHorizontal ? 'horizontal' : 'bar');
  };
  return {
    unit,
    scale,
    locale,
    legend: [
      ...toLegend(first.model, isHorizontal || isMultiples ? unit : '', isHorizontal),
      ...(isMultiples ? listTotalEntries(first.model, result) : []),
    ],
    notes: [
      ...listInsteadNotes(drawing),
      ...(drawing.notDrawn > 0 ? [texts.notDrawn(formatCount(drawing.notDrawn, locale))] : []),
    ],
    plots: drawing.plots.map((plot) => toPlot(plot, formatFigure, chooseShape)),
    domain: isMultiples ? drawing.domain : null,
  };
}

function listInsteadNotes({ instead, mixesAmounts }: ReportDrawing): string[] {
  if (!instead) return [];
  const { subject, drawn: drawing } = instead;
  return [mixesAmounts ? texts.insteadApart(drawing.label) : texts.instead(subject.label, drawing.label)];
}

function toPlot(
  { label, model, total }: SmallPlot,
  formatFigure: FigureText,
  chooseShape: (index: number) => PaperSeries['shape'],
): PaperPlot {
  const toLength = (value: string | null | undefined) => (value == null ? null : toGeometry(value));
  return {
    label,
    total: total === undefined ? '' : formatTotal(model, total, formatFigure),
    buckets: model.buckets.map(({ label: name, short, state, folded }) => ({
      label: name,
      short,
      state,
      isTail: folded !== undefined,
    })),
    series: model.series.map((series, index, all) => ({
      colour: chooseColour(series, index, all),
      shape: chooseShape(index),
      lengths: series.values.map(toLength),
      before: series.before?.map(toLength) ?? null,
      figures: series.values.map((value) => formatFigure(series, value)),
    })),
    pair: model.pair ?? null,
  };
}
