/** Lying bars: one group a line, its name on the left and its figure at the bar's end. */
import { useId } from 'react';
import { Bar, BarChart, LabelList, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { ActiveCursor, type Place } from './ActiveCursor.tsx';
import { indexOf } from './AxisChart.tsx';
import { ChartBar } from './ChartBar.tsx';
import type { ChartModel } from './chart-model.ts';
import { marksOf } from './geometry.ts';
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

/** Pixels of one line of one series, and between groups. */
const LINE = 18;
const GAP = 10;

export function lyingHeight({ buckets, series }: ChartModel): number {
  return buckets.length * (series.length * LINE + GAP) + 24;
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
        data={marksOf(model)}
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
        {series.map((each, at) => (
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
          </Bar>
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
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
