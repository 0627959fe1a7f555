/** Draws a report: the chart that suits it, its plots, and the table with the same figures. */
import { useMemo } from 'react';
import type { ChartKind } from '../../domain/reports/definition/chart-kinds.ts';
import { groupTexts } from '#texts/reports/reports.ts';
import { chartTexts as texts } from '#texts/screens/charts.ts';
import { chooseGrid, formatSteps, toSteps } from '../../domain/reports/print/printed.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { count, UNKNOWN } from '../format/figures.ts';
import { unitText } from '../../domain/reports/print/unit-text.ts';
import { usePrinting } from '../format/use-printing.ts';
import type { ChartContext } from '../../domain/charts/build-model.ts';
import { ChartFrame, type ChartFold } from './ChartFrame.tsx';
import type { ReportMark } from '../../domain/charts/chart-model.ts';
import { drawReport, type Drawn } from '../../domain/charts/draw-report.ts';
import { isClock } from './layout/geometry.ts';
import { toLegend } from '../../domain/charts/legend.ts';
import { totalEntries } from '../../domain/charts/small-plot.ts';
import { HorizontalBarPlot } from './plots/HorizontalBarPlot.tsx';
import type { FigureText } from '../../domain/charts/chart-model.ts';
import { Plot } from './plots/Plot.tsx';
import { SmallMultiples } from './plots/SmallMultiples.tsx';

export interface ReportChartProps extends Omit<ChartContext, 'restLabel'> {
  readonly kind: Exclude<ChartKind, 'none'>;
  readonly title: string;
  readonly currency: string | null;
  /** Lines below a picture: period, calendar, coverage. */
  readonly pictureNotes: readonly string[];
  readonly onMark: (mark: ReportMark) => void;
  readonly fold?: ChartFold;
  readonly isGlance?: boolean;
}

export function ReportChart(props: ReportChartProps) {
  const { kind, title, currency, pictureNotes, onMark, fold, isGlance, ...given } = props;
  // Figures are printed as in the table: h:mm there is h:mm here.
  const print = usePrinting();
  const context: ChartContext = { ...given, restLabel: (groups) => groupTexts.other(count(groups), given.report.only) };
  // The parts are the screen's own values: the models follow whatever of them changes.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const drawn = useMemo(() => drawReport(kind, context), [kind, ...Object.values(given)]);
  const figure: FigureText = (series, value, bare) => {
    if (value === null) return UNKNOWN;
    const grid = chooseGrid(series.measure.unit, print);
    const text = formatSteps(toSteps(value, grid), grid, { minus: '−' });
    // A share and a time show their unit by their form.
    const unit = grid.style === 'decimal' ? unitText(series.measure.unit, currency) : '';
    return unit === '' || bare ? text : `${text} ${unit}`;
  };
  const [first] = drawn.plots;
  const isEmpty = drawn.plots.every(({ model }) =>
    model.series.every(({ values }) => values.every((value) => value === null)),
  );
  const isMany = drawn.plots.length > 1 || kind === 'multiples';
  const isLying = !isMany && drawn.shapes === undefined;
  const counted = first?.model.series[0]?.measure.unit ?? 'plain';
  const unit = isClock(counted, print) ? uiTexts.units.clock : unitText(counted, currency);
  const plot = { words: { figure, unit }, onMark };
  return (
    <ChartFrame
      title={title}
      fold={fold}
      isGlance={isGlance}
      contents={{
        tables: drawn.plots.map(({ label, model }) => ({ caption: isMany ? label : title, model })),
        legend: [
          ...toLegend(first?.model, isLying || isMany ? unit : '', isLying),
          ...(isMany && first ? totalEntries(first.model, given.result, print.locale) : []),
        ],
        notes: [...insteadNotes(drawn), ...(drawn.notDrawn > 0 ? [texts.notDrawn(count(drawn.notDrawn))] : [])],
        whyEmpty: isEmpty ? whyEmpty(drawn, given.result.records) : undefined,
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

function whyEmpty({ isApart }: Drawn, records: number): string {
  if (records === 0) return texts.noRecord;
  return isApart ? texts.apart : texts.noneDetail;
}

function insteadNotes({ instead, isApart }: Drawn): string[] {
  if (!instead) return [];
  const { wanted, drawn } = instead;
  return [isApart ? texts.insteadApart(drawn.label) : texts.instead(wanted.label, drawn.label)];
}
