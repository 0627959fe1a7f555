/** Vertical bars, stacked bars, areas and lines over buckets, with the compared period behind them. */
import { useId } from 'react';
import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  Curve,
  Line,
  ReferenceArea,
  ReferenceLine,
  XAxis,
  YAxis,
  type CurveProps,
  useXAxisScale,
  useYAxisScale,
} from 'recharts';
import type { PrintSettings } from '#domain/reports/print/printed.ts';
import { ActiveCursor, type Pointing } from './ActiveMark.tsx';
import { AxisTick, hasSecondLine, ChartBar, Hatches, toHatchId } from './ChartBar.tsx';
import type { ChartModel, Shape } from '#domain/charts/chart-model.ts';
import { usePrintSettings } from '../format/use-printing.ts';
import {
  isClock,
  toMarks,
  createTickFormatter,
  toStackTotals,
  type StackTotalsProps,
  textWidth,
  TICK_SIZE,
  chooseTickStep,
} from './geometry.ts';
import { chooseColour, chooseDash } from '#domain/charts/legend.ts';

export interface AxisChartProps {
  readonly model: ChartModel;
  /** Empty if the axis has none. */
  readonly unit: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** How each series is drawn, in their order. */
  readonly shapes: readonly Shape[];
  readonly pointing: Pointing;
  /** Set for small multiples, which share one scale and leave out most axis texts. */
  readonly compact?: { readonly domain: readonly [number, number] } | undefined;
}

const AXIS = 52;
/** `9,999:00` is longer than `12.5k`. */
const CLOCK_AXIS = 60;
const EDGE = 8;
const POINT_ENDS = { left: 28, right: 28 };
const BAR_ENDS = { left: 0, right: 0 };

export function AxisChart(props: AxisChartProps) {
  const { model, shapes, pointing, compact, unit, width, height } = props;
  const { active, onPoint, onOpen, onMove } = pointing;
  const id = useId().replaceAll(':', '');
  const { buckets, series } = model;
  const colours = series.map(chooseColour);
  const printing = usePrintSettings();
  const measureUnit = series[0]?.measure.unit ?? 'plain';
  const isHourly = isClock(measureUnit, printing);
  const axis = isHourly ? CLOCK_AXIS : AXIS;
  const isIncomplete = (index: number) => buckets[index]?.state !== 'complete';
  const room = Math.max(0, width - (compact ? EDGE : axis + 2 * EDGE));
  const every = chooseTickStep(
    buckets.map(({ short }) => short),
    room,
    compact ? 4 : 32,
  );
  const totals = compact ? undefined : chooseStackTotals(model, shapes, { room, printing });
  return (
    <ComposedChart
      width={width}
      height={height}
      data={toMarks(model)}
      margin={compact ? { top: 4, right: 4, bottom: 0, left: 4 } : { top: 22, right: 8, bottom: 4, left: 4 }}
      barGap={2}
      barCategoryGap="26%"
      accessibilityLayer={false}
      onMouseMove={({ activeIndex, isTooltipActive }) => onPoint(isTooltipActive ? toIndex(activeIndex) : undefined)}
      onMouseLeave={() => onPoint(undefined)}
      onClick={({ activeIndex }) => {
        const bucket = toIndex(activeIndex);
        // Marks handle their clicks themselves; a click between marks is unambiguous only with a single series.
        if (bucket !== undefined && series.length === 1) onOpen(bucket, 0);
      }}
    >
      <Hatches id={id} colours={colours} />
      {!compact && <CartesianGrid vertical={false} stroke="var(--line)" />}
      <XAxis
        dataKey="index"
        axisLine={false}
        tickLine={false}
        interval={0}
        // Labels of points at the very ends would be cut off.
        padding={shapes.every((shape) => shape === 'line' || shape === 'area') ? POINT_ENDS : BAR_ENDS}
        height={compact ? 24 : hasSecondLine(buckets) ? 36 : 22}
        tick={
          <AxisTick
            buckets={buckets}
            every={every}
            room={room / Math.max(1, buckets.length)}
            isOneLine={compact !== undefined}
          />
        }
      />
      <YAxis
        axisLine={false}
        tickLine={false}
        width={axis}
        hide={compact !== undefined}
        tickFormatter={createTickFormatter(measureUnit, printing)}
        allowDecimals={!isHourly}
        tick={tickStyle}
        {...(compact && { domain: [...compact.domain] })}
      />
      {buckets.map(
        ({ state }, index) =>
          state === 'missing' && (
            <ReferenceArea
              // eslint-disable-next-line react/no-array-index-key -- a bucket's index is its identity here
              key={index}
              x1={index}
              x2={index}
              fill="var(--sunken)"
              fillOpacity={0.6}
              stroke="var(--line-strong)"
              strokeDasharray="3 3"
            />
          ),
      )}
      <ActiveCursor active={active} buckets={buckets.length} isHorizontal={false} onMove={onMove} />
      {series.map(({ id: key }, at) => {
        const colour = colours[at] ?? '';
        const shared = { dataKey: `s${at}`, isAnimationActive: false, stroke: colour };
        switch (shapes[at] ?? 'bar') {
          case 'bar':
          case 'stack':
            return (
              <Bar
                key={key}
                dataKey={`s${at}`}
                isAnimationActive={false}
                maxBarSize={26}
                cursor="pointer"
                {...(shapes[at] === 'stack' && { stackId: 'stack' })}
                onClick={(_mark, index, event) => {
                  event.stopPropagation();
                  onOpen(index, at);
                }}
                shape={
                  <ChartBar
                    look={{
                      colour,
                      hatch: toHatchId(id, at),
                      isIncomplete,
                      isRounded: shapes[at] === 'bar' || at === series.length - 1,
                    }}
                  />
                }
              />
            );
          case 'area':
            return (
              <Area
                key={key}
                {...shared}
                stackId="stack"
                fill={colour}
                fillOpacity={0.55}
                strokeWidth={1}
                type="linear"
              />
            );
          case 'line':
            return (
              <Line
                key={key}
                {...shared}
                type="linear"
                shape={drawLine}
                strokeWidth={1.75}
                strokeDasharray={series.length > 3 ? chooseDash(at) : ''}
                dot={
                  buckets.length <= 60
                    ? { r: 2.5, fill: 'var(--panel)', stroke: colour, strokeWidth: 1.5, strokeDasharray: '' }
                    : false
                }
                activeDot={false}
              />
            );
        }
      })}
      {series.map(
        ({ id: key, before }, index) =>
          before && (
            <Line
              key={`before ${key}`}
              dataKey={`b${index}`}
              isAnimationActive={false}
              type="linear"
              shape={drawLine}
              stroke={series.length === 1 ? 'var(--ink-3)' : (colours[index] ?? '')}
              strokeWidth={1.25}
              strokeDasharray="2 3"
              dot={{ r: 1.5, fill: 'var(--ink-3)', stroke: 'none' }}
              activeDot={false}
            />
          ),
      )}
      <ReferenceLine y={0} stroke="var(--line-strong)" />
      {totals && <StackTotals {...totals} />}
      {!compact && (
        <text x={axis - 4} y={11} fontSize={TICK_SIZE} fontWeight={500} textAnchor="end" fill="var(--ink-2)">
          {unit}
        </text>
      )}
    </ComposedChart>
  );
}

/** Draws a line without the reference that recharts would measure for an animation that is off, which would force a layout. */
const drawLine = (curve: CurveProps) => <Curve {...curve} pathRef={null} />;

const tickStyle = { fill: 'var(--ink-3)', fontSize: TICK_SIZE };

/** Returns the figures above single or stacked bars; undefined if a line would cross them or one of them does not fit. */
function chooseStackTotals(
  model: ChartModel,
  shapes: readonly Shape[],
  { room, printing }: { readonly room: number; readonly printing: PrintSettings },
): ReturnType<typeof toStackTotals> {
  const isOneBar = shapes.every((shape) => shape === 'stack') || (shapes.length === 1 && shapes[0] === 'bar');
  if (!isOneBar || model.series.some(({ before }) => before)) return undefined;
  const totals = toStackTotals(model, printing);
  const widest = Math.max(0, ...(totals?.texts ?? []).map((text) => textWidth(text, TICK_SIZE)));
  return widest + 6 <= room / model.buckets.length ? totals : undefined;
}

export function toIndex(active: number | string | null | undefined): number | undefined {
  const index = Number(active);
  return active === null || active === undefined || !Number.isInteger(index) ? undefined : index;
}

function StackTotals({ texts, tops }: StackTotalsProps) {
  const [across, up] = [useXAxisScale(), useYAxisScale()];
  if (!across || !up) return null;
  return (
    <g
      fontSize={TICK_SIZE}
      fill="var(--ink-2)"
      textAnchor="middle"
      // The outline hides grid lines around the figures.
      stroke="var(--panel)"
      strokeWidth={4}
      paintOrder="stroke"
      style={{ pointerEvents: 'none' }}
    >
      {texts.map((text, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a bucket's index is its identity here
        <text key={index} x={across(index, { position: 'middle' }) ?? 0} y={(up(tops[index] ?? 0) ?? 0) - 5}>
          {text}
        </text>
      ))}
    </g>
  );
}
