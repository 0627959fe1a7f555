/** Draws a bridge as a waterfall from the earlier figure, part by part, to the current one, with a table for screen readers. */
import { Box, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Bar, BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { drawWaterfall, type WaterfallBar } from '#domain/charts/waterfall.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import type { Bridge } from '#domain/reports/bridge/question.ts';
import type { BridgeWords } from '#domain/reports/bridge/sentence.ts';
import { bridgeTexts as texts } from '#texts/reports/bridge.ts';
import { Table } from '#ui/grid/Table.tsx';
import { usePrintSettings } from '#ui/format/use-printing.ts';
import { MINUS } from '#ui/format/figures-and-times.ts';
import { createTickFormatter, TICK_SIZE } from '#ui/charts/geometry.ts';

export interface WaterfallProps {
  readonly bridge: Bridge;
  readonly measure: string;
  readonly words: BridgeWords;
  /** Called on a click on a part. Screens offer the same by keyboard. */
  readonly onPart?: ((part: WaterfallBar['kind']) => void) | undefined;
  /** The emphasised part. */
  readonly chosen?: WaterfallBar['kind'] | undefined;
}

const AXIS = 52;
const tick = { fill: 'var(--ink-3)', fontSize: TICK_SIZE };
/** Distinguishable for every kind of colour vision, unlike green and red. */
const tones = { whole: 'var(--chart-line)', more: 'var(--chart-billable)', less: 'var(--chart-cost)' } as const;

export function Waterfall({ bridge, measure, words: { label, unit, print }, onPart, chosen }: WaterfallProps) {
  const printing = usePrintSettings();
  const { bars, base, ticks } = useMemo(() => drawWaterfall(bridge), [bridge]);
  const printTick = createTickFormatter(findMeasure(measure)?.unit ?? 'plain', printing);
  const printBar = ({ tone, amount }: WaterfallBar) => print(amount, { minus: MINUS, signed: tone !== 'whole' });
  const marks = bars.map((bar) => ({ ...bar, name: nameBar(bar), text: printBar(bar) }));
  return (
    <>
      <Box h={230} aria-hidden data-testid="bridge-chart">
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            data={marks}
            margin={{ top: 18, right: 4, bottom: 0, left: 0 }}
            barCategoryGap="22%"
            accessibilityLayer={false}
          >
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis dataKey="name" axisLine={false} tickLine={false} interval={0} height={24} tick={tick} />
            <YAxis
              width={AXIS}
              axisLine={false}
              tickLine={false}
              tickFormatter={printTick}
              // Without `allowDataOverflow`, the axis extends below 0 for negative figures, and the labels above the bars are not clipped.
              domain={[base, ticks?.at(-1) ?? 'auto']}
              {...(ticks && { ticks })}
              tick={tick}
            />
            <ReferenceLine y={base} stroke="var(--line-strong)" />
            <Bar
              dataKey="span"
              isAnimationActive={false}
              maxBarSize={56}
              shape={<Step isCut={base !== 0} onPart={onPart} chosen={chosen} />}
            />
          </BarChart>
        </ResponsiveContainer>
      </Box>
      {base !== 0 && (
        <Text inherit mt="xs" c="dimmed" fz={11}>
          {texts.cut(printTick(base))}
        </Text>
      )}
      <div className="visually-hidden">
        <Table
          caption={`${label} ${unit}`.trim()}
          columns={[
            { id: 'part', header: texts.step, isRowHeader: true, renderCell: nameBar },
            { id: 'amount', header: label, isNumber: true, renderCell: printBar },
          ]}
          rows={bars}
          row={{ toKey: ({ kind }) => kind }}
          data-testid="bridge-steps"
        />
      </div>
    </>
  );
}

const nameBar = ({ kind }: WaterfallBar) => (kind === 'before' || kind === 'now' ? texts[kind] : texts.parts[kind]);

interface StepProps {
  /** Whether the axis does not begin at 0, so that bars of totals are drawn as broken. */
  readonly isCut: boolean;
  readonly onPart: WaterfallProps['onPart'];
  readonly chosen: WaterfallProps['chosen'];
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly payload?: WaterfallBar & { readonly text: string };
}

/** One bar with its figure above it; recharts passes the coordinates. */
function Step({ isCut, onPart, chosen, x = 0, y = 0, width = 0, height = 0, payload }: StepProps) {
  if (!payload) return null;
  const isPart = payload.tone !== 'whole';
  const opacity = chosen !== undefined && isPart && chosen !== payload.kind ? 0.35 : 1;
  const [top, size] = [Math.min(y, y + height), Math.max(1, Math.abs(height))];
  return (
    <>
      <rect x={x} y={top} width={width} height={size} rx={2} fill={tones[payload.tone]} opacity={opacity} />
      {isCut && payload.tone === 'whole' && (
        <path d={`M${x - 2},${top + size - 8} l${width + 4},-8`} stroke="var(--panel)" strokeWidth={4} />
      )}
      <text
        x={x + width / 2}
        y={top - 5}
        fontSize={TICK_SIZE}
        textAnchor="middle"
        fill="var(--ink-2)"
        // Grid lines stop around the figure.
        stroke="var(--panel)"
        strokeWidth={4}
        paintOrder="stroke"
      >
        {payload.text}
      </text>
      {onPart && isPart && (
        <rect
          x={x - 6}
          y={Math.max(0, top - 20)}
          width={width + 12}
          height={size + 24}
          fill="transparent"
          style={{ cursor: 'pointer' }}
          data-part={payload.kind}
          onClick={() => onPart(payload.kind)}
        />
      )}
    </>
  );
}
