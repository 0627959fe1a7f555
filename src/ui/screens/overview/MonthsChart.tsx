/** Bars of billable value and cost by month with the margin as a line; what may still grow is hatched. */
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { uiTexts } from '../../../texts/en/ui.ts';
import { Hatches } from './Hatches.tsx';
import { MonthBar } from './MonthBar.tsx';
import { MonthTick } from './MonthTick.tsx';
import { MonthTooltip } from './MonthTooltip.tsx';
import { markOf, type Mark } from './month-mark.ts';
import type { MonthRow } from './month-rows.ts';

export interface MonthsChartProps {
  readonly rows: readonly MonthRow[];
  readonly showsMoney: boolean;
  readonly currency: string | null;
  readonly onOpen: (month: string) => void;
}

export function MonthsChart({ rows, showsMoney, currency, onOpen }: MonthsChartProps) {
  const marks = rows.map(markOf);
  const open = (mark: { payload?: Mark }) => mark.payload && onOpen(mark.payload.month);
  return (
    <ResponsiveContainer width="100%" height="100%" minHeight={160}>
      <ComposedChart
        data={marks}
        margin={{ top: 10, right: 8, bottom: 4, left: 4 }}
        barGap={2}
        barCategoryGap="26%"
        aria-label={uiTexts.overview.months.chartLabel}
      >
        <Hatches />
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="month"
          axisLine={false}
          tickLine={false}
          interval={0}
          height={36}
          tick={<MonthTick rows={rows} />}
        />
        <YAxis axisLine={false} tickLine={false} width={52} tickFormatter={thousands} tick={tickStyle} />
        {rows
          .filter(({ state }) => state === 'missing')
          .map(({ month }) => (
            <ReferenceArea
              key={month}
              x1={month}
              x2={month}
              fill="var(--sunken)"
              fillOpacity={0.6}
              stroke="var(--line-strong)"
              strokeDasharray="3 3"
            />
          ))}
        <ReferenceLine y={0} stroke="var(--line-strong)" />
        <Tooltip
          cursor={{ fill: 'var(--hover)' }}
          isAnimationActive={false}
          content={<MonthTooltip showsMoney={showsMoney} currency={currency} />}
        />
        <Bar
          dataKey="billable"
          isAnimationActive={false}
          maxBarSize={26}
          cursor="pointer"
          onClick={open}
          shape={<MonthBar series="billable" />}
        />
        {showsMoney && (
          <Bar
            dataKey="cost"
            isAnimationActive={false}
            maxBarSize={26}
            cursor="pointer"
            onClick={open}
            shape={<MonthBar series="cost" />}
          />
        )}
        {showsMoney && (
          <Line
            dataKey="margin"
            isAnimationActive={false}
            stroke="var(--chart-line)"
            strokeWidth={1.5}
            dot={{ r: 3, fill: 'var(--panel)', stroke: 'var(--chart-line)', strokeWidth: 1.5 }}
            activeDot={{ r: 4, fill: 'var(--chart-line)', stroke: 'var(--panel)' }}
          />
        )}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

const tickStyle = { fill: 'var(--ink-3)', fontSize: 11 };

function thousands(value: number): string {
  const text = Math.abs(value) >= 1000 ? `${Math.abs(value) / 1000}k` : String(Math.abs(value));
  return value < 0 ? `−${text}` : text;
}
