/** A report drawn: which chart suits it, its plots, and the table that says the same. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Measure } from '../../domain/reports/measures.ts';
import type { ChartKind, Report } from '../../domain/reports/report.ts';
import { defaultSettings } from '../../domain/settings.ts';
import { chartTexts as texts } from '../../texts/en/charts.ts';
import { gridOf, stepsOf, textOf } from '../../domain/reports/printed.ts';
import { geometryOf, UNKNOWN } from '../format/figures.ts';
import { unitText } from '../format/measured.ts';
import { settings } from '../queries.ts';
import type { Shape } from './AxisChart.tsx';
import { columnsModel, multiplesOf, rowsModel, type ChartContext } from './build-model.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { MOST_SERIES, type ChartModel, type ReportMark, type Series } from './chart-model.ts';
import { Plot } from './Plot.tsx';
import classes from './charts.module.css';

export interface ReportChartProps extends Omit<ChartContext, 'restLabel'> {
  readonly kind: Exclude<ChartKind, 'none'>;
  readonly title: string;
  readonly currency: string | null;
  /** What stands under a picture: period, calendar, coverage. */
  readonly pictureNotes: readonly string[];
  readonly onMark: (mark: ReportMark) => void;
}

/** Which charts say something about a report of this shape. */
export function chartsFor(
  { groupBy, columns }: Pick<Report, 'groupBy' | 'columns'>,
  isTime: (name: string) => boolean,
): ChartKind[] {
  const outer = groupBy[0];
  const trend: ChartKind[] = ['trend-bars', 'trend-line', 'trend-area'];
  if (columns !== undefined && isTime(columns))
    return ['none', ...trend, ...(outer === undefined ? [] : (['multiples', 'bars'] as const))];
  if (outer !== undefined && isTime(outer)) return ['none', ...trend, 'billable-cost'];
  return outer === undefined ? ['none'] : ['none', 'bars', 'billable-cost'];
}

export function ReportChart(props: ReportChartProps) {
  const { kind, title, currency, pictureNotes, onMark, ...given } = props;
  // Figures are printed as in the table: h:mm there is h:mm here.
  const { data: print = defaultSettings } = useQuery(settings);
  const context: ChartContext = { ...given, restLabel: texts.rest };
  // The parts are the screen's own values: the models follow whatever of them changes.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const drawn = useMemo(() => draw(kind, context), [kind, ...Object.values(given)]);
  const figure = (series: Series, value: string | null) => {
    if (value === null) return UNKNOWN;
    const grid = gridOf(series.measure.unit, print);
    const text = textOf(stepsOf(value, grid), grid, { minus: '−' });
    // A share and a time of day's form say their unit themselves.
    const unit = grid.style === 'decimal' ? unitText(series.measure.unit, currency) : '';
    return unit === '' ? text : `${text} ${unit}`;
  };
  const [first] = drawn.plots;
  const isEmpty = drawn.plots.every(({ model }) =>
    model.series.every(({ values }) => values.every((value) => value === null)),
  );
  const isMany = drawn.plots.length > 1 || kind === 'multiples';
  return (
    <ChartFrame
      title={title}
      tables={drawn.plots.map(({ label, model }) => ({ caption: isMany ? label : title, model }))}
      legend={first?.model.series ?? []}
      isLying={!isMany && drawn.shapes === undefined}
      notDrawn={drawn.notDrawn}
      isEmpty={isEmpty}
      pictureNotes={pictureNotes}
      figure={figure}
      onMark={onMark}
    >
      {isMany ? (
        <div className={classes.panels}>
          {drawn.plots.map(({ label, model }) => (
            <div key={label}>
              <p className={classes.panelTitle}>
                {label} <span className="figure">{figureOfLast(model, figure)}</span>
              </p>
              <Plot
                label={label}
                model={model}
                shapes={model.series.map((_, at) => (at === 0 ? 'bar' : 'line'))}
                figure={figure}
                onMark={onMark}
                compact={{ domain: drawn.domain }}
                className={`${classes.panel} ${classes.panelPlot}`}
              />
            </div>
          ))}
        </div>
      ) : (
        first && <Plot label={title} model={first.model} shapes={drawn.shapes} figure={figure} onMark={onMark} />
      )}
    </ChartFrame>
  );
}

interface Drawn {
  readonly plots: readonly { readonly label: string; readonly model: ChartModel }[];
  readonly shapes: readonly Shape[] | undefined;
  readonly notDrawn: number;
  /** One scale for all small charts. */
  readonly domain: readonly [number, number];
}

function draw(kind: ReportChartProps['kind'], context: ChartContext): Drawn {
  const { measures } = context;
  const [first] = measures;
  if (!first) return { plots: [], shapes: undefined, notDrawn: 0, domain: [0, 1] };
  if (kind === 'multiples') {
    const { panels, notDrawn } = multiplesOf(context, sameUnit(measures, first).slice(0, 2));
    return { plots: panels, shapes: [], notDrawn, domain: domainOf(panels.map(({ model }) => model)) };
  }
  const model = modelFor(kind, context, first);
  const shapes = shapesFor(kind, model);
  return { plots: [{ label: '', model }], shapes, notDrawn: model.notDrawn, domain: [0, 1] };
}

function modelFor(kind: ReportChartProps['kind'], context: ChartContext, first: Measure): ChartModel {
  const { measures, report } = context;
  if (kind === 'billable-cost') {
    const order = ['billable_value', 'recorded_cost', 'margin'];
    const shown = order.flatMap((id) => measures.find((each) => each.id === id) ?? []);
    return rowsModel(context, shown.length === 0 ? [first] : shown, MOST_SERIES);
  }
  if (kind === 'bars')
    return rowsModel(context, [measures.find(({ id }) => id === report.order?.by) ?? first], MOST_SERIES);
  if (report.columns !== undefined) return columnsModel(context, first);
  const shown = sameUnit(measures, first);
  const drawn = kind === 'trend-line' ? shown : partsOf(shown, first);
  return rowsModel(context, drawn.slice(0, MOST_SERIES), MOST_SERIES);
}

function shapesFor(kind: ReportChartProps['kind'], { axis, series }: ChartModel): readonly Shape[] | undefined {
  switch (kind) {
    case 'billable-cost':
      return series.map(({ measure }) => (measure.id === 'margin' ? 'line' : 'bar'));
    case 'trend-line':
      return series.map(() => 'line');
    case 'trend-area':
      return series.map(({ measure }) => (measure.additive ? 'area' : 'line'));
    case 'trend-bars':
      return series.map(({ measure }) => (measure.additive ? 'stack' : 'line'));
    case 'bars':
    case 'multiples':
      return axis === 'time' ? series.map(() => 'bar') : undefined;
  }
}

function sameUnit(measures: readonly Measure[], first: Measure): readonly Measure[] {
  return measures.filter(({ unit }) => unit === first.unit);
}

/**
 * What may stand on top of one another: parts of one whole, as billable and non-billable hours are of the logged ones. Any other
 * figures overlap (billable hours are logged ones, too): of those the first alone has an area.
 */
function partsOf(measures: readonly Measure[], first: Measure): readonly Measure[] {
  const parts = measures.filter(({ id }) => id === 'billable_logged_hours' || id === 'nonbillable_hours');
  return parts.length === 2 ? parts : [first];
}

function domainOf(models: readonly ChartModel[]): readonly [number, number] {
  const all = models.flatMap(({ series }) => series.flatMap(({ values }) => values.map((value) => geometryOf(value))));
  return [Math.min(0, ...all), Math.max(1, ...all)];
}

function figureOfLast({ series }: ChartModel, figure: (series: Series, value: string | null) => string): string {
  const [first] = series;
  const last = first?.values.findLast((value) => value !== null) ?? null;
  return first ? figure(first, last) : '';
}
