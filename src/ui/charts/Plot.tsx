/** One plot with its keyboard handling: a single tab stop, arrows inside it, and a live region for screen readers. */
import { Text, Stack } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { memo, useCallback, useId, useMemo, useState } from 'react';
import { chartTexts as texts } from '#texts/screens/charts.ts';
import { type Position, useActiveMark, type ActiveMark } from './ActiveMark.tsx';
import type { Shape, ChartModel, ReportMark, FigureText, Series } from '#domain/charts/chart-model.ts';
import { AxisChart, type AxisChartProps } from './AxisChart.tsx';
import { formatState } from './ChartBar.tsx';
import { HorizontalBarChart } from './HorizontalBarChart.tsx';
import { useElementSize } from './use-element-size.ts';
import { chooseColour } from '#domain/charts/legend.ts';
import classes from './charts.module.css';

export interface PlotProps {
  readonly label: string;
  readonly model: ChartModel;
  /** How each series is drawn; undefined for horizontal bars. */
  readonly shapes: readonly Shape[] | undefined;
  readonly words: { readonly figure: FigureText; readonly unit: string };
  readonly onMark: (mark: ReportMark) => void;
  readonly compact?: AxisChartProps['compact'];
  readonly className?: string | undefined;
  /** In pixels; undefined if the plot fills its container. */
  readonly height?: number;
}

/** Drawing marks takes most of a screen's time, so they are redrawn only when their own properties change. */
const [AxisMarks, HorizontalBars] = [memo(AxisChart), memo(HorizontalBarChart)];

export function Plot({ label, model, shapes, words, onMark, compact, className, height }: PlotProps) {
  const { figure, unit } = words;
  const { active, point, onKeyDown, leave } = useActiveMark(model, onMark, shapes === undefined);
  const [position, setPosition] = useState<Position>();
  const helpId = useId();
  const { ref, ...size } = useElementSize();
  const openMark = useCallbackRef(onMark);
  const onOpen = useCallback(
    (bucket: number, series: number) => {
      const mark = model.markAt(bucket, series);
      if (mark) openMark(mark);
    },
    [model, openMark],
  );
  const pointing = useMemo(() => ({ active, onPoint: point, onOpen, onMove: setPosition }), [active, point, onOpen]);
  const formatMark = useCallback(
    (bucket: number, at: number) => {
      const series = model.series[at];
      const value = series?.values[bucket] ?? null;
      return series && (value !== null || !series.isWritten) ? figure(series, value, 'bare') : '';
    },
    [model, figure],
  );
  const shared = { model, pointing, ...size };
  return (
    // A chart is one tab stop that handles the arrow keys, as its description explains.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={className ?? `${classes.plot} ${shapes ? '' : classes.lyingPlot}`}
      style={{ height }}
      role="application"
      aria-label={texts.label(label)}
      aria-describedby={helpId}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={leave}
    >
      <div ref={ref} className={classes.surface} data-compact={compact && true}>
        {size.width > 0 && (
          <div>
            {shapes ? (
              <AxisMarks {...shared} shapes={shapes} unit={unit} compact={compact} />
            ) : (
              <HorizontalBars {...shared} formatMark={formatMark} />
            )}
          </div>
        )}
      </div>
      {active && position && (
        <ChartTooltip model={model} active={active} position={position} width={size.width} figure={figure} />
      )}
      <p id={helpId} className="visually-hidden">
        {texts.help}
      </p>
      <p className="visually-hidden" aria-live="polite">
        {active && !active.byPointer ? describeMark(model, active.bucket, active.series, figure) : ''}
      </p>
    </div>
  );
}

function describeMark(model: ChartModel, bucketAt: number, seriesAt: number, figure: FigureText): string {
  const [bucket, series] = [model.buckets[bucketAt], model.series[seriesAt]];
  if (!bucket || !series) return '';
  const value = series.values[bucketAt] ?? null;
  const text = value === null ? texts.unknown : figure(series, value);
  return [bucket.label, texts.mark(series.label, text), formatState(bucket)].filter((part) => part !== '').join(', ');
}

interface ChartTooltipProps {
  readonly model: ChartModel;
  readonly active: ActiveMark;
  readonly position: Position;
  readonly width: number;
  readonly figure: (series: Series, value: string | null) => string;
}

/** Shows the exact figures of the active bucket, next to the pointer or the keyboard's mark. */
function ChartTooltip({ model, active, position: { x, y }, width, figure }: ChartTooltipProps) {
  const bucket = model.buckets[active.bucket];
  if (!bucket) return null;
  const state = formatState(bucket);
  const style = x > width / 2 ? { right: width - x + 14, top: y } : { left: x + 14, top: y };
  return (
    <div className={`${classes.card} screen-only`} style={style} aria-hidden>
      <Text inherit mb={4} fw={600}>
        {bucket.label}{' '}
        {state !== '' && (
          <Text span inherit fw={500} c="var(--warn)">
            {state}
          </Text>
        )}
      </Text>
      <Stack component="dl" gap={2}>
        {model.series.map((series, index) => (
          <div
            key={series.id}
            className={index === active.series && !active.byPointer ? classes.activeLine : classes.line}
          >
            <dt>
              <i style={series.isWritten ? undefined : { background: chooseColour(series, index, model.series) }} />
              {series.label}
            </dt>
            <dd className="figure">{figure(series, series.values[active.bucket] ?? null)}</dd>
            {series.before && (
              <Text component="dd" inherit c="dimmed">
                {figure(series, series.before[active.bucket] ?? null)}
              </Text>
            )}
          </div>
        ))}
      </Stack>
    </div>
  );
}
