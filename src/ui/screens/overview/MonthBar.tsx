/** One bar of the months chart: rounded where it grows, hatched where it may still grow. The chart fills in its place. */
import { HATCHES } from './Hatches.tsx';
import type { Mark } from './month-mark.ts';

export interface MonthBarProps {
  readonly series: keyof typeof HATCHES;
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  /** Negative for a negative length. */
  readonly height?: number;
  readonly payload?: Mark;
}

const ROUND = 2;

export function MonthBar({ series, x = 0, y = 0, width = 0, height = 0, payload }: MonthBarProps) {
  if (height === 0 || width <= 0) return null;
  const isSoFar = payload !== undefined && payload.row.state !== 'complete';
  const round = Math.min(ROUND, Math.abs(height), width / 2);
  const [end, base] = height > 0 ? [y, y + height] : [y + height, y];
  const shoulder = end + (height > 0 ? round : -round);
  const right = x + width;
  return (
    <path
      d={`M${x},${base} V${shoulder} Q${x},${end} ${x + round},${end} H${right - round} Q${right},${end} ${right},${shoulder} V${base} Z`}
      fill={isSoFar ? `url(#${HATCHES[series]})` : `var(--chart-${series})`}
      stroke={isSoFar ? `var(--chart-${series})` : 'none'}
    />
  );
}
