/** Horizontal bars: one line per group, with its name on the left and its figure at the bar's end. */
import { useId, useMemo } from 'react';
import { Bar, BarChart, ReferenceLine, XAxis, YAxis, useXAxisScale, useYAxisScale } from 'recharts';
import { chartTexts } from '#texts/screens/charts.ts';
import { ActiveCursor, type Pointing } from './ActiveMark.tsx';
import { toIndex } from './AxisChart.tsx';
import { ChartBar, Hatches, toHatchId } from './ChartBar.tsx';
import type { ChartModel } from '#domain/charts/chart-model.ts';
import { BEFORE, LINE, computeBandHeight, GAP } from './fit-plots.ts';
import { toBarMarks, isWithoutBar, type Mark, shortenText, textWidth } from './geometry.ts';
import { chooseColour } from '#domain/charts/legend.ts';

export interface HorizontalBarChartProps {
  readonly model: ChartModel;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly pointing: Pointing;
  /** @returns a mark's printed figure without its unit; empty if it has none */
  readonly formatMark: (bucket: number, series: number) => string;
}

const NAME_SIZE = 12;
const FIGURE_SIZE = 11;
const MAX_NAME = 190;
/** The maximum share of a narrow plot for names, because bars and figures need the remaining width. */
const NAME_SHARE = 0.38;
const INNER = 7;
/** Bars of a second axis are drawn over those of the first. */
const INNER_AXIS = 'inner';

export function HorizontalBarChart({ model, width, height, pointing, formatMark }: HorizontalBarChartProps) {
  const { active, onPoint, onOpen, onMove } = pointing;
  const id = useId().replaceAll(':', '');
  const { buckets, series, pair } = model;
  const colours = series.map(chooseColour);
  const marks = useMemo(() => toBarMarks(model), [model]);
  const isIncomplete = (index: number) => buckets[index]?.state !== 'complete';
  const names = buckets.map(({ label }) => label);
  const maxNameWidth = Math.min(MAX_NAME, Math.round(width * NAME_SHARE));
  const nameWidth = Math.min(maxNameWidth, measureWidest(names, NAME_SIZE)) + 12;
  const figures = series.map((_, at) =>
    buckets.map((_bucket, index) =>
      (pair?.written ?? [at])
        .map((seriesAt) => formatMark(index, seriesAt))
        .filter(Boolean)
        .join(' · '),
    ),
  );
  const texts = figures.map((seriesFigures, at) =>
    seriesFigures.map((text, index) =>
      isWithoutBar(model, marks, { index, at: pair?.whole ?? at }) ? `${text} · ${chartTexts.noBar}` : text,
    ),
  );
  const drawn = series.flatMap(({ isWritten }, index) => (isWritten || index === pair?.inner ? [] : [index]));
  const renderBar = (at: number) => (
    <ChartBar
      look={{
        colour: colours[at] ?? '',
        hatch: toHatchId(id, at),
        isIncomplete,
        isOver: at === pair?.inner,
        isHorizontal: true,
      }}
    />
  );
  return (
    <BarChart
      width={width}
      height={height}
      layout="vertical"
      data={marks}
      margin={{ top: 4, right: measureWidest(figures.flat(), FIGURE_SIZE) + 12, bottom: 4, left: 4 }}
      barGap={2}
      barCategoryGap={0}
      accessibilityLayer={false}
      onMouseMove={({ activeIndex, isTooltipActive }) => onPoint(isTooltipActive ? toIndex(activeIndex) : undefined)}
      onMouseLeave={() => onPoint(undefined)}
    >
      <Hatches id={id} colours={colours} />
      <XAxis type="number" hide />
      <YAxis
        type="category"
        dataKey="index"
        axisLine={false}
        tickLine={false}
        interval={0}
        width={nameWidth}
        tick={<NameTick names={names} width={nameWidth - 8} />}
      />
      {pair && <YAxis yAxisId={INNER_AXIS} type="category" dataKey="index" hide />}
      <ActiveCursor active={active} buckets={buckets.length} isHorizontal onMove={onMove} />
      <ReferenceLine x={0} stroke="var(--line-strong)" />
      {drawn.flatMap((at) => [
        <Bar
          key={series[at]?.id}
          dataKey={`s${at}`}
          isAnimationActive={false}
          barSize={LINE - 1}
          cursor="pointer"
          onClick={(_mark, index) => onOpen(index, at)}
          shape={renderBar(at)}
        />,
        series[at]?.before && (
          <Bar
            key={`before ${series[at].id}`}
            dataKey={`b${at}`}
            isAnimationActive={false}
            barSize={BEFORE - 2}
            fill="var(--chart-rest)"
          />
        ),
      ])}
      {pair && (
        <Bar
          yAxisId={INNER_AXIS}
          dataKey={`s${pair.inner}`}
          isAnimationActive={false}
          barSize={INNER}
          cursor="pointer"
          onClick={(_mark, index) => onOpen(index, pair.inner)}
          shape={renderBar(pair.inner)}
        />
      )}
      <BarLabels model={model} marks={marks} drawn={drawn} texts={texts} />
    </BarChart>
  );
}

function measureWidest(texts: readonly string[], size: number): number {
  return Math.ceil(Math.max(0, ...texts.map((text) => textWidth(text, size))));
}

interface NameTickProps {
  readonly names: readonly string[];
  /** In pixels. */
  readonly width: number;
  readonly x?: number;
  readonly y?: number;
  readonly index?: number;
}

function NameTick({ names, width, x = 0, y = 0, index = 0 }: NameTickProps) {
  const name = names[index] ?? '';
  const visibleName = shortenText(name, NAME_SIZE, width);
  return (
    <text x={x} y={y + 4} fontSize={NAME_SIZE} textAnchor="end" fill="var(--ink)">
      {visibleName !== name && <title>{name}</title>}
      {visibleName}
    </text>
  );
}

interface BarLabelsProps {
  readonly model: ChartModel;
  readonly marks: readonly Mark[];
  /** The indexes of the series that are drawn on separate lines. */
  readonly drawn: readonly number[];
  /** The texts at the bars' ends, by series, then by bucket. */
  readonly texts: readonly (readonly string[])[];
}

/** The figures at the bars' ends. The figure of a bar below 0 is on its empty side, where it overlaps no name. */
function BarLabels({ model, marks, drawn, texts }: BarLabelsProps) {
  const [across, down] = [useXAxisScale(), useYAxisScale()];
  if (!across || !down) return null;
  const { series, pair } = model;
  const top = GAP / 2 - computeBandHeight(model) / 2;
  return (
    <g fontSize={11} fill="var(--ink-2)" style={{ pointerEvents: 'none' }}>
      {marks.flatMap((mark) => {
        const middle = down(mark.index, { position: 'middle' }) ?? 0;
        return drawn.map((at, line) => {
          const keys = pair ? [pair.whole, pair.inner].map((seriesAt) => `s${seriesAt}`) : [`s${at}`];
          const end = Math.max(0, ...keys.map((key) => mark[key] ?? 0));
          const above = drawn
            .slice(0, line)
            .reduce((sum, other) => sum + LINE + (series[other]?.before ? BEFORE : 0), 0);
          return (
            <text key={`${mark.index} ${at}`} x={(across(end) ?? 0) + 6} y={middle + top + above + LINE / 2 + 4}>
              {texts[at]?.[mark.index] ?? ''}
            </text>
          );
        });
      })}
    </g>
  );
}
