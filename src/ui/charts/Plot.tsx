/** One plot with its keyboard handling: a single tab stop, arrows inside it, and a live region for screen readers. */
import { Text, Stack } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { memo, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { chartTexts as texts } from '#texts/screens/charts.ts';
import { type Place, useActiveMark, type ActiveMark } from './ActiveMark.tsx';
import type { Shape, ChartModel, ReportMark, FigureText, Series } from '#domain/charts/chart-model.ts';
import { AxisChart, type AxisChartProps } from './AxisChart.tsx';
import { stateText } from './ChartBar.tsx';
import { HorizontalBarChart } from './HorizontalBarChart.tsx';
import { chooseColour } from '#domain/charts/legend.ts';
import classes from './charts.module.css';

/** How figures are written, and what an axis counts in. */
export interface FigureWords {
  readonly figure: FigureText;
  readonly unit: string;
}

export interface PlotProps {
  readonly label: string;
  readonly model: ChartModel;
  /** How each series is drawn; absent: horizontal bars. */
  readonly shapes: readonly Shape[] | undefined;
  readonly words: FigureWords;
  readonly onMark: (mark: ReportMark) => void;
  readonly compact?: AxisChartProps['compact'];
  readonly className?: string | undefined;
  /** Pixels, where it does not fill its place. */
  readonly height?: number;
}

/** Drawing marks takes most of a screen's time: they are drawn anew when they change, and not whenever something beside them does. */
const [AxisMarks, LyingMarks] = [memo(AxisChart), memo(HorizontalBarChart)];

export function Plot({ label, model, shapes, words, onMark, compact, className, height }: PlotProps) {
  const { figure, unit } = words;
  const { active, point, onKeyDown, leave } = useActiveMark(model, onMark, shapes === undefined);
  const [place, setPlace] = useState<Place>();
  const helpId = useId();
  const { ref, width } = useElementSize<HTMLDivElement>();
  const latest = useRef(onMark);
  useEffect(() => {
    latest.current = onMark;
  });
  const onOpen = useCallback(
    (bucket: number, series: number) => {
      const mark = model.markAt(bucket, series);
      if (mark) latest.current(mark);
    },
    [model],
  );
  const pointing = useMemo(() => ({ active, onPoint: point, onOpen, onPlace: setPlace }), [active, point, onOpen]);
  const figureOf = useCallback(
    (bucket: number, at: number) => {
      const series = model.series[at];
      const value = series?.values[bucket] ?? null;
      return series && (value !== null || !series.isWritten) ? figure(series, value, 'bare') : '';
    },
    [model, figure],
  );
  const shared = { model, width, pointing };
  return (
    // A chart is one tab stop: it handles the arrow keys, and its description says so.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={ref}
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
      {shapes ? (
        <AxisMarks {...shared} shapes={shapes} unit={unit} compact={compact} />
      ) : (
        <LyingMarks {...shared} height={height ?? 0} figureOf={figureOf} />
      )}
      {active && place && <ChartTooltip model={model} active={active} place={place} width={width} figure={figure} />}
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
  const told = value === null ? texts.unknown : figure(series, value);
  return [bucket.label, texts.mark(series.label, told), stateText(bucket)].filter((part) => part !== '').join(', ');
}

/** The exact figures of the active bucket, beside the pointer or the keyboard's mark. */
interface ChartTooltipProps {
  readonly model: ChartModel;
  readonly active: ActiveMark;
  readonly place: Place;
  readonly width: number;
  readonly figure: (series: Series, value: string | null) => string;
}

function ChartTooltip({ model, active, place, width, figure }: ChartTooltipProps) {
  const bucket = model.buckets[active.bucket];
  if (!bucket) return null;
  const state = stateText(bucket);
  const onLeft = place.x > width / 2;
  const style = onLeft ? { right: width - place.x + 14, top: place.y } : { left: place.x + 14, top: place.y };
  return (
    <div className={classes.card} style={style} aria-hidden>
      <Text inherit mb={4} fw={600}>
        {bucket.label}{' '}
        {state !== '' && (
          <Text span inherit fw={500} c="var(--warn)">
            {state}
          </Text>
        )}
      </Text>
      <Stack component="dl" gap={2}>
        {model.series.map((each, at) => (
          <div key={each.id} className={at === active.series && !active.byPointer ? classes.activeLine : classes.line}>
            <dt>
              <i style={each.isWritten ? undefined : { background: chooseColour(each, at, model.series) }} />
              {each.label}
            </dt>
            <dd className="figure">{figure(each, each.values[active.bucket] ?? null)}</dd>
            {each.before && (
              <Text component="dd" inherit c="dimmed">
                {figure(each, each.before[active.bucket] ?? null)}
              </Text>
            )}
          </div>
        ))}
      </Stack>
    </div>
  );
}
