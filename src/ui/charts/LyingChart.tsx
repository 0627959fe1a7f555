/** Lying bars: one group a line, its name on the left and its figure at the bar's end. */
import { useId } from 'react';
import { Bar, BarChart, LabelList, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { ActiveCursor, type Place } from './ActiveCursor.tsx';
import { indexOf } from './AxisChart.tsx';
import { ChartBar } from './ChartBar.tsx';
import type { ChartModel } from './chart-model.ts';
import { marksOf, type Mark } from './geometry.ts';
import { Hatches, hatchOf } from './Hatches.tsx';
import { colourOf } from './palette.ts';
import type { ActiveMark } from './use-active-mark.ts';

export interface LyingChartProps {
  readonly model: ChartModel;
  readonly active: ActiveMark | undefined;
  readonly onPoint: (bucket: number | undefined) => void;
  readonly onOpen: (bucket: number, series: number) => void;
  readonly onPlace: (place: Place | undefined) => void;
  /** A mark's figure as people read it. */
  readonly figureOf: (bucket: number, series: number) => string;
}

/** Pixels of one line of one series, of the compared period's below it, and between groups. */
const LINE = 18;
const BEFORE = 6;
const GAP = 10;

export function lyingHeight({ buckets, series }: ChartModel): number {
  const lines = series.reduce((sum, { before }) => sum + LINE + (before ? BEFORE : 0), 0);
  return buckets.length * (lines + GAP) + 24;
}

export function LyingChart({ model, active, onPoint, onOpen, onPlace, figureOf }: LyingChartProps) {
  const id = useId().replaceAll(':', '');
  const { buckets, series } = model;
  const colours = series.map(colourOf);
  const isSoFar = (index: number) => buckets[index]?.state !== 'complete';
  return (
    <ResponsiveContainer width="100%" height={lyingHeight(model)}>
      <BarChart
        layout="vertical"
        data={toScale(model)}
        margin={{ top: 4, right: 84, bottom: 4, left: 4 }}
        barGap={2}
        barCategoryGap={GAP / 2}
        accessibilityLayer={false}
        onMouseMove={({ activeIndex, isTooltipActive }) => onPoint(isTooltipActive ? indexOf(activeIndex) : undefined)}
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
          width={148}
          tick={<NameTick names={buckets.map(({ label }) => label)} />}
        />
        <ActiveCursor active={active} buckets={buckets.length} isLying onPlace={onPlace} />
        <ReferenceLine x={0} stroke="var(--line-strong)" />
        {series.flatMap((each, at) => [
          <Bar
            key={each.id}
            dataKey={`s${at}`}
            isAnimationActive={false}
            maxBarSize={LINE - 4}
            cursor="pointer"
            onClick={(_mark, index) => onOpen(index, at)}
            shape={<ChartBar colour={colours[at] ?? ''} hatch={hatchOf(id, at)} isSoFar={isSoFar} isLying />}
          >
            <LabelList
              dataKey="index"
              position="right"
              fill="var(--ink-2)"
              fontSize={11}
              formatter={(index) => figureOf(Number(index), at)}
            />
          </Bar>,
          each.before && (
            <Bar
              key={`before ${each.id}`}
              dataKey={`b${at}`}
              isAnimationActive={false}
              maxBarSize={BEFORE - 2}
              fill="var(--chart-rest)"
            />
          ),
        ])}
      </BarChart>
    </ResponsiveContainer>
  );
}

/** A rest longer than every bar would press them all flat: it stands by its figure alone. */
function toScale(model: ChartModel): readonly Mark[] {
  const marks = marksOf(model);
  const isRest = (index: number) => model.buckets[index]?.folded !== undefined;
  const largest = (key: string) =>
    Math.max(0, ...marks.filter(({ index }) => !isRest(index)).map((mark) => Math.abs(mark[key] ?? 0)));
  return marks.map((mark) => {
    if (!isRest(mark.index)) return mark;
    const lengths = Object.entries(mark).map(([key, length]) => {
      const fits = key === 'index' || Math.abs(length ?? 0) <= largest(key);
      return [key, fits ? length : 0] as const;
    });
    return { ...Object.fromEntries(lengths), index: mark.index };
  });
}

interface NameTickProps {
  readonly names: readonly string[];
  readonly x?: number;
  readonly y?: number;
  readonly index?: number;
}

const MOST_LETTERS = 22;

function NameTick({ names, x = 0, y = 0, index = 0 }: NameTickProps) {
  const name = names[index] ?? '';
  return (
    <text x={x} y={y + 4} fontSize={12} textAnchor="end" fill="var(--ink)">
      {name.length > MOST_LETTERS && <title>{name}</title>}
      {name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - 1)}…` : name}
    </text>
  );
}
