/** The total of a vertical bar or stack, written above it where all of them fit side by side. */
import { useXAxisScale, useYAxisScale } from 'recharts';
import { TICK_SIZE } from '../layout/ticks.ts';
import type { StackTotalsProps } from '../layout/geometry.ts';

export function StackTotals({ texts, tops }: StackTotalsProps) {
  const [across, up] = [useXAxisScale(), useYAxisScale()];
  if (!across || !up) return null;
  return (
    <g
      fontSize={TICK_SIZE}
      fill="var(--ink-2)"
      textAnchor="middle"
      // Grid lines stop around the figures.
      stroke="var(--panel)"
      strokeWidth={4}
      paintOrder="stroke"
      style={{ pointerEvents: 'none' }}
    >
      {texts.map((text, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a bucket's place is its identity here
        <text key={index} x={across(index, { position: 'middle' }) ?? 0} y={(up(tops[index] ?? 0) ?? 0) - 5}>
          {text}
        </text>
      ))}
    </g>
  );
}
