/** Draws a report: the chart that suits it, its plots, and the table with the same figures. */
import { Text } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import type { ChartKind } from '#domain/reports/definition/chart-kinds.ts';
import { groupTexts } from '#texts/reports/reports.ts';
import { chartTexts as texts } from '#texts/screens/charts.ts';
import { chooseGrid, formatSteps, toSteps, formatUnit } from '#domain/reports/print/printed.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { count, UNKNOWN } from '../format/figures-and-times.ts';
import { chooseCurrency } from '#domain/reports/print/printed-currencies.ts';
import { useWorkspace } from '../data/queries.ts';
import { usePrintSettings } from '../format/use-printing.ts';
import type { ChartContext } from '#domain/charts/build-model.ts';
import { ChartFrame, type ChartFold } from './ChartFrame.tsx';
import type { ReportMark, FigureText } from '#domain/charts/chart-model.ts';
import { type Labels, toChartLabels } from '#domain/charts/labels.ts';
import { drawReport, type ReportDrawing } from '#domain/charts/draw-report.ts';
import { isClock } from './geometry.ts';
import { toLegend } from '#domain/charts/legend.ts';
import { listTotalEntries, formatTotal, type SmallPlot } from '#domain/charts/small-plot.ts';
import { Plot, type PlotProps } from './Plot.tsx';
import { countFittingBars, takeFirstBars, countGroupsBeyond, computeSpreadHeight, fitSmallPlots } from './fit-plots.ts';
import { useElementSize } from './use-element-size.ts';
import classes from './charts.module.css';

export interface ReportChartProps extends Pick<ChartContext, 'report' | 'result' | 'measures'> {
  readonly kind: Exclude<ChartKind, 'none'>;
  readonly title: string;
  readonly labels: Labels;
  /** Lines below a picture, such as period, calendar and coverage. */
  readonly pictureNotes: readonly string[];
  readonly onMark: (mark: ReportMark) => void;
  readonly fold?: ChartFold;
  readonly isPreview?: boolean;
}

export function ReportChart(props: ReportChartProps) {
  const { kind, title, pictureNotes, onMark, fold, isPreview, ...drawing } = props;
  const { report, result, labels } = drawing;
  const { today, currency: workspaceCurrency } = useWorkspace();
  const currency = chooseCurrency(result, workspaceCurrency);
  const print = usePrintSettings();
  const tailLabel = (groups: number) => groupTexts.other(count(groups), report.only);
  const context: ChartContext = { ...drawing, ...toChartLabels(labels), today, tailLabel };
  // The context is a new object at each rendering, but its parts change only with the report.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const drawn = useMemo(() => drawReport(kind, context), [kind, today, ...Object.values(drawing)]);
  const figure = useCallback<FigureText>(
    (series, value, bare) => {
      if (value === null) return UNKNOWN;
      const grid = chooseGrid(series.measure.unit, print);
      const text = formatSteps(toSteps(value, grid), grid, { minus: '−' });
      // A share or a time already shows its unit.
      const unit = grid.style === 'decimal' ? formatUnit(series.measure.unit, currency) : '';
      return unit === '' || bare ? text : `${text} ${unit}`;
    },
    [print, currency],
  );
  const [first] = drawn.plots;
  const isEmpty = drawn.plots.every(({ model }) =>
    model.series.every(({ values }) => values.every((value) => value === null)),
  );
  const isMany = drawn.plots.length > 1 || kind === 'multiples';
  const isHorizontal = !isMany && drawn.shapes === undefined;
  const measureUnit = first?.model.series[0]?.measure.unit ?? 'plain';
  const unit = isClock(measureUnit, print) ? uiTexts.units.clock : formatUnit(measureUnit, currency);
  const plot = { words: { figure, unit }, onMark };
  return (
    <ChartFrame
      title={title}
      fold={fold}
      isPreview={isPreview}
      contents={{
        tables: drawn.plots.map(({ label, model }) => ({ caption: isMany ? label : title, model })),
        name:
          isMany && first
            ? texts.smallCharts(report.groupBy.map(labels.heading).join(' › '), first.model.axisLabel)
            : undefined,
        legend: [
          ...toLegend(first?.model, isHorizontal || isMany ? unit : '', isHorizontal),
          ...(isMany && first ? listTotalEntries(first.model, result, print.locale) : []),
        ],
        notes: [...listNotes(drawn), ...(drawn.notDrawn > 0 ? [texts.notDrawn(count(drawn.notDrawn))] : [])],
        whyEmpty: isEmpty ? explainEmpty(drawn, result.records) : undefined,
      }}
      pictureNotes={pictureNotes}
      figure={figure}
      onMark={onMark}
    >
      {isMany ? (
        <SmallMultiples plots={drawn.plots} domain={drawn.domain} {...plot} />
      ) : (
        first &&
        (drawn.shapes ? (
          <Plot label={title} model={first.model} shapes={drawn.shapes} {...plot} />
        ) : (
          <HorizontalBarPlot label={title} model={first.model} {...plot} />
        ))
      )}
    </ChartFrame>
  );
}

function explainEmpty({ mixesAmounts }: ReportDrawing, records: number): string {
  if (records === 0) return texts.noRecord;
  return mixesAmounts ? texts.apart : texts.noneDetail;
}

function listNotes({ instead, mixesAmounts }: ReportDrawing): string[] {
  if (!instead) return [];
  const { subject, drawn } = instead;
  return [mixesAmounts ? texts.insteadApart(drawn.label) : texts.instead(subject.label, drawn.label)];
}

/** Draws as many bars as fit the panel's height, and shows how many more there are. */
function HorizontalBarPlot({ model, ...plot }: Omit<PlotProps, 'shapes' | 'compact' | 'className' | 'height'>) {
  const { ref: room, height } = useElementSize();
  const count = countFittingBars(model, height);
  const fittingModel = useMemo(() => takeFirstBars(model, count), [model, count]);
  const beyond = countGroupsBeyond(model, count);
  return (
    <div ref={room} className={classes.room} data-beyond={beyond}>
      {height > 0 && (
        <Plot {...plot} model={fittingModel} shapes={undefined} height={computeSpreadHeight(model, count, height)} />
      )}
      {height > 0 && <More beyond={beyond} />}
    </div>
  );
}

/** Pixels left and right of the small charts. */
const SIDES = 32;

interface SmallMultiplesProps extends Pick<PlotProps, 'words' | 'onMark'> {
  readonly plots: readonly SmallPlot[];
  readonly domain: readonly [number, number];
}

/** Draws a small chart for each group, all on one scale, in as many rows as fit, and shows how many more groups there are. */
function SmallMultiples({ plots, domain, ...plot }: SmallMultiplesProps) {
  const { ref: room, ...size } = useElementSize();
  const fit = fitSmallPlots(plots.length, { ...size, width: size.width - SIDES });
  const fittingPlots = plots.slice(0, fit.count);
  const beyond = plots.length - fittingPlots.length;
  const compact = useMemo(() => ({ domain }), [domain]);
  return (
    <div ref={room} className={classes.room} data-beyond={beyond}>
      {size.height > 0 && (
        <div className={classes.panels} style={{ gridTemplateColumns: `repeat(${fit.columns}, minmax(0, 1fr))` }}>
          {fittingPlots.map(({ label, model, total = null }) => (
            // Two groups may have the same name.
            <div key={model.series[0]?.id ?? label}>
              <p className={classes.panelTitle}>
                <span data-picture-text>{label}</span>
                <span className={classes.panelFigure} data-picture-text>
                  {formatTotal(model, total, plot.words.figure)}
                </span>
              </p>
              <Plot
                {...plot}
                label={label}
                model={model}
                shapes={model.series.map((_, index) => (index === 0 ? 'bar' : 'line'))}
                compact={compact}
                className={classes.panel}
                height={fit.height}
              />
            </div>
          ))}
        </div>
      )}
      <More beyond={beyond} />
    </div>
  );
}

/** Shows how many groups are not drawn. A taller panel draws more, and the table has all of them. */
function More({ beyond }: { readonly beyond: number }) {
  return (
    beyond > 0 && (
      <Text inherit h={24} pl="lg" c="var(--ink-2)" fz="xs" lh="24px">
        {texts.andMore(count(beyond))}
      </Text>
    )
  );
}
